import Foundation

/// How the tokens of accounts are verified.
struct AccountSettings: Sendable {
    let keys: Secret<[TokenKey]>
    let issuer: String?
    let audience: String?

    // The keys of development mode are used where none are set.
    init(_ reader: SettingsReader, _ keyFile: KeyFile?) throws(StartError) {
        keys = Secret(try Self.keys(reader, default: keyFile?.accountSecret))
        issuer = try reader.text(.accountIssuer)
        audience = try reader.text(.accountAudience)
    }

    private static func keys(
        _ reader: SettingsReader,
        default defaultSecret: String?
    ) throws(StartError) -> [TokenKey] {
        let secret = try reader.text(.accountSecret)
        if let publicKey = try reader.file(.accountPublicKey) {
            guard secret == nil else {
                throw .configuration("accounts.secret and accounts.public-key are both set. Set one of them.")
            }
            do {
                return [try .publicKey(pem: String(decoding: publicKey, as: UTF8.self))]
            } catch {
                throw .configuration("accounts.public-key is not the file of a P-256 key in PEM.")
            }
        }
        guard let secret = secret ?? defaultSecret else {
            throw .configuration("accounts.secret and accounts.public-key are missing. Set one of them.")
        }
        var keys = [try Self.key(secret, of: .accountSecret)]
        for secret in try reader.list(.formerAccountSecrets) {
            keys.append(try Self.key(secret, of: .formerAccountSecrets))
        }
        return keys
    }

    private static func key(_ text: String, of setting: Setting) throws(StartError) -> TokenKey {
        guard let bytes = Data(base64Encoded: text) else {
            throw .configuration("\(setting.name) is not base64. DocumentServer new-key makes a secret.")
        }
        do {
            return try .secret(checking: Array(bytes))
        } catch {
            throw .configuration(
                "\(setting.name) has \(bytes.count) bytes, and at least \(TokenKey.minimumSecretByteCount) are needed."
            )
        }
    }
}

extension AccountTokens {
    init(_ settings: AccountSettings) async {
        await self.init(keys: settings.keys.value, issuer: settings.issuer, audience: settings.audience)
    }
}
