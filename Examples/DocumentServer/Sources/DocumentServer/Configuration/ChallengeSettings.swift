import CollaborationServer

/// How challenges are issued and validated.
struct ChallengeSettings: Sendable {
    let authority: ChallengeAuthority

    // The keys of development mode are used where none are set.
    init(_ reader: SettingsReader, _ keyFile: KeyFile?) throws(StartError) {
        guard let key = try reader.text(.challengeKey) ?? keyFile?.challengeKey else {
            throw .configuration("challenge.key is missing. DocumentServer new-key makes one.")
        }
        var formerKeys: [ChallengeKey] = []
        for key in try reader.list(.formerChallengeKeys) {
            formerKeys.append(try Self.key(key, of: .formerChallengeKeys))
        }
        do {
            authority = try ChallengeAuthority(
                key: try Self.key(key, of: .challengeKey),
                formerKeys: formerKeys,
                lifetime: try reader.seconds(.challengeLifetime, in: 1...86_400),
                clockTolerance: try reader.seconds(.clockTolerance, in: 0...86_400)
            )
        } catch let error as StartError {
            throw error
        } catch {
            throw .configuration("The settings of challenges are wrong: \(error).")
        }
    }

    private static func key(_ text: String, of setting: Setting) throws(StartError) -> ChallengeKey {
        do {
            return try ChallengeKey(bytes: setting.keyBytes(text))
        } catch let error as StartError {
            throw error
        } catch {
            throw .configuration("\(setting.name) is no key: \(error).")
        }
    }
}
