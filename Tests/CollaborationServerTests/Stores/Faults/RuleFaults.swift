/// For each rule that makes its calls one after the other, the faults of changes that break it.
///
/// A line has a change and what is wrong with it. The name of a list means that the list is not told of the change.
/// See ``OperationFault``. A rule that finds less than before has lost a call or an expectation.
enum RuleFaults {
    static let table = """
        Each node returns what another node has changed
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

        The participants are the known identities, each with its account
          adding: lost participants
          removing: lost telling participants
          pairing: lost telling participants

        An identity that is added again keeps its account
          adding: lost telling identities
          pairing: lost identities

        An update that is applied twice changes nothing the second time
          adding: lost
          removing: lost silent
          pairing: lost telling

        An update may be empty, and may name an identity twice
          adding: lost telling participants
          removing: silent
          pairing: lost participants

        A change of one collaboration does not affect another
          adding: lost identities participants
          removing: silent spread
          pairing: lost spread identities

        An account is revoked with its last identity and not before
          adding: lost identities participants
          removing: lost silent telling identities participants
          pairing: lost telling identities participants

        An identity that was removed is not added again
          adding: lost
          removing: lost silent participants
          pairing: lost

        An identity whose removal arrives before its addition is not added
          adding: lost participants
          removing: lost participants

        An identity that one update both adds and removes is removed for good
          adding: lost
          removing: lost silent participants
          pairing: lost

        An identity that is removed from one collaboration can be added to another
          adding: lost participants
          pairing: lost participants

        Identities that nobody has proven are removed for good, and others are kept
          adding: lost telling participants
          pairing: lost participants
          removingUnproven: lost silent telling participants

        Removing all identities of a collaboration is final and returns its accounts once
          adding: lost spread identities participants
          pairing: lost telling identities participants
          removingAll: lost silent spread identities participants

        A collaboration that is forgotten has no participants and no removed identities
          adding: lost telling participants
          removing: lost participants collaborations
          pairing: lost participants collaborations
          forgetting: lost silent spread participants collaborations

        An account in two collaborations loses access to one without the other
          adding: lost identities participants
          removing: lost silent spread identities participants
          pairing: lost spread identities
          removingAll: silent spread

        An account is listed with a collaboration while it has an identity there
          adding: lost collaborations
          removing: lost silent spread collaborations
          pairing: lost telling collaborations
          replacing: lost silent collaborations
          removingAccount: lost silent telling spread collaborations
          removingAccountWithIdentities: lost silent telling spread collaborations
          removingAll: lost silent spread collaborations

        An account that keeps one of two identities is still listed
          adding: lost collaborations
          removing: telling
          pairing: lost telling collaborations

        A removed account whose identities are kept can prove them again
          adding: lost participants
          pairing: lost telling reopening participants
          removingAccount: lost silent telling reopening identities participants

        The identities of an account that is removed with them are removed for good
          adding: lost telling participants
          pairing: lost telling participants
          removingAccountWithIdentities: lost silent telling spread participants

        Root hashes that differ in one byte are different identities
          adding: lost identities
          pairing: lost telling identities

        Challenges that differ in one byte are different challenges
          adding: lost
          pairing: lost telling reopening

        Attempts that differ in one bit are different attempts
          adding: lost
          pairing: lost telling reopening

        An identity can be paired with the same account any number of times
          adding: lost identities
          removing: silent
          pairing: telling
          replacing: telling

        Under the policy to refuse, a second account cannot take an identity over
          adding: lost participants
          pairing: lost participants

        Under the policy to replace, a second account takes an identity over
          adding: lost identities participants
          pairing: lost telling identities
          replacing: lost silent telling identities participants

        A challenge pairs once, and a refusal does not use it up
          adding: lost telling reopening
          pairing: lost telling reopening

        A replay is refused as one before its identity and its account are looked at
          adding: lost participants
          pairing: lost reopening participants

        A retry of an attempt is not refused as a replay
          adding: lost
          pairing: lost telling reopening

        Used challenges stay recorded when a collaboration ends or is forgotten
          adding: lost reopening
          pairing: lost reopening
          removingAll: silent reopening
          forgetting: silent reopening

        A used challenge stays recorded until its expiration
          adding: lost
          pairing: lost telling reopening

        A replay is refused also after the use of its challenge was evicted
          adding: lost
          pairing: lost telling reopening
        """
}
