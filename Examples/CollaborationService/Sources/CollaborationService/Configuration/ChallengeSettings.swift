import CollaborationServer

/// How challenges are issued and validated.
struct ChallengeSettings: Sendable {
    let authority: ChallengeAuthority

    // The keys of development mode are used where none are set.
    init(_ reader: SettingsReader, _ keyFile: KeyFile?) throws(StartError) {
        guard let key = try reader.text(.challengeKey) ?? keyFile?.challengeKey else {
            throw .configuration("challenge.key is missing. CollaborationService new-key makes one.")
        }
        do {
            authority = try ChallengeAuthority(
                key: ChallengeKey(bytes: Setting.challengeKey.keyBytes(key)),
                formerKeys: reader.keys(.formerChallengeKeys).map { try ChallengeKey(bytes: $0) },
                lifetime: reader.seconds(.challengeLifetime, in: 1...86_400),
                clockTolerance: reader.seconds(.clockTolerance, in: 0...86_400)
            )
        } catch let error as StartError {
            throw error
        } catch {
            throw .configuration("The settings of challenges are wrong: \(error).")
        }
    }
}
