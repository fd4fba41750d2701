/// For each rule whose calls return the same in every run, their number and the faults of changes that break it.
///
/// The first line has the number of calls on a right store. A further line has a change and what is wrong with it.
/// The name of a list means that the list is not told of the change. See ``OperationFault``. A rule that makes fewer
/// calls or finds less than before has lost a call or an expectation.
enum RuleFaults {
    static let table = """
        Each node returns what another node has changed
          calls: 156
          adding: lost spread identities participants collaborations
          removing: lost silent identities participants collaborations
          pairing: lost telling identities participants collaborations
          replacing: lost silent identities participants collaborations
          removingAccount: lost silent telling identities participants collaborations
          removingAccountWithIdentities: lost silent telling identities participants collaborations
          removingUnproven: lost silent telling participants
          removingAll: lost silent identities participants collaborations
          forgetting: lost participants

        An unknown collaboration has no participants
          calls: 12

        The participants are the known identities, each with its account
          calls: 7
          adding: lost participants
          removing: lost telling participants
          pairing: lost telling participants

        An identity that is added again keeps its account
          calls: 4
          adding: lost telling identities
          pairing: lost identities

        An update that is applied twice changes nothing the second time
          calls: 7
          adding: lost
          removing: lost silent
          pairing: lost telling

        An update may be empty, and may name an identity twice
          calls: 6
          adding: lost telling participants
          removing: silent
          pairing: lost participants

        A change of one collaboration does not affect another
          calls: 7
          adding: lost identities participants
          removing: silent spread
          pairing: lost spread identities

        An account is revoked with its last identity and not before
          calls: 10
          adding: lost identities participants
          removing: lost silent telling identities participants
          pairing: lost telling identities participants

        An identity that was removed is not added again
          calls: 7
          adding: lost
          removing: lost silent participants
          pairing: lost

        An identity whose removal arrives before its addition is not added
          calls: 4
          adding: lost participants
          removing: lost participants

        An identity that one update both adds and removes is removed for good
          calls: 6
          adding: lost
          removing: lost silent participants
          pairing: lost

        An identity that is removed from one collaboration can be added to another
          calls: 4
          adding: lost participants
          pairing: lost participants

        Identities that nobody has proven are removed for good, and others are kept
          calls: 8
          adding: lost telling participants
          pairing: lost participants
          removingUnproven: lost silent telling participants

        Removing all identities of a collaboration is final and returns its accounts once
          calls: 14
          adding: lost spread identities participants
          pairing: lost telling identities participants
          removingAll: lost silent spread identities participants

        A collaboration that is forgotten has no participants and no removed identities
          calls: 12
          adding: lost telling participants
          removing: lost participants collaborations
          pairing: lost participants collaborations
          forgetting: lost silent spread participants collaborations

        An account in two collaborations loses access to one without the other
          calls: 12
          adding: lost identities participants
          removing: lost silent spread identities participants
          pairing: lost spread identities
          removingAll: silent spread

        An account is listed with a collaboration while it has an identity there
          calls: 22
          adding: lost collaborations
          removing: lost silent spread collaborations
          pairing: lost telling collaborations
          replacing: lost silent collaborations
          removingAccount: lost silent telling spread collaborations
          removingAccountWithIdentities: lost silent telling spread collaborations
          removingAll: lost silent spread collaborations

        An account that keeps one of two identities is still listed
          calls: 5
          adding: lost collaborations
          removing: telling
          pairing: lost telling collaborations

        A removed account whose identities are kept can prove them again
          calls: 11
          adding: lost participants
          pairing: lost telling reopening participants
          removingAccount: lost silent telling reopening identities participants

        The identities of an account that is removed with them are removed for good
          calls: 14
          adding: lost telling participants
          pairing: lost telling participants
          removingAccountWithIdentities: lost silent telling spread participants

        Root hashes that differ in one byte are different identities
          calls: 72
          adding: lost identities
          pairing: lost telling identities

        Challenges that differ in one byte are different challenges
          calls: 69
          adding: lost
          pairing: lost telling reopening

        Attempts that differ in one bit are different attempts
          calls: 22
          adding: lost
          pairing: lost telling reopening

        An identity can be paired with the same account any number of times
          calls: 6
          adding: lost identities
          removing: silent
          pairing: telling
          replacing: telling

        Under the policy to refuse, a second account cannot take an identity over
          calls: 4
          adding: lost participants
          pairing: lost participants

        Under the policy to replace, a second account takes an identity over
          calls: 9
          adding: lost identities participants
          pairing: lost telling identities
          replacing: lost silent telling identities participants

        A challenge pairs once, and a refusal does not use it up
          calls: 10
          adding: lost telling reopening
          pairing: lost telling reopening

        A replay is refused as one before its identity and its account are looked at
          calls: 6
          adding: lost participants
          pairing: lost reopening participants

        A retry of an attempt is not refused as a replay
          calls: 4
          adding: lost
          pairing: lost telling reopening

        Used challenges stay recorded when a collaboration ends or is forgotten
          calls: 10
          adding: lost reopening
          pairing: lost reopening
          removingAll: silent reopening
          forgetting: silent reopening

        A used challenge stays recorded until its expiration
          calls: 25
          adding: lost
          pairing: lost telling reopening

        A replay is refused also after the use of its challenge was evicted
          calls: 43
          adding: lost
          pairing: lost telling reopening

        One of many concurrent attempts uses a challenge
          calls: 90
          adding: lost
          pairing: lost reopening

        One of several concurrent accounts is paired with an identity
          calls: 50
          adding: lost participants
          pairing: lost participants
        """

    /// The same of the rules for names.
    static let names = """
        Names of accounts that differ in any byte are different accounts
          calls: 216
          adding: lost participants
          pairing: lost telling participants
          removingAccount: lost silent telling participants

        Names of collaborations that differ in any byte are different collaborations
          calls: 207
          adding: lost participants collaborations
          pairing: lost spread participants collaborations
          removingAll: silent spread

        The names of a collaboration and of an account are not joined to one name
          calls: 98
          adding: lost identities
          removing: silent spread
          pairing: lost spread identities
        """
}
