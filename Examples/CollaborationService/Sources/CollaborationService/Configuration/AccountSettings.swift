/// How the tokens of accounts are verified.
struct AccountSettings: Sendable {
    let keys: Secret<[TokenKey]>
    let issuer: String?
    let audience: String?

    // The keys of development mode are used where none are set.
    init(_ reader: SettingsReader, _ keyFile: KeyFile?, mode: Settings.Mode) throws(StartError) {
        issuer = try reader.text(.accountIssuer)
        audience = try reader.text(.accountAudience)
        if let publicKey = try Self.publicKey(reader) {
            guard mode == .production else {
                throw .configuration(
                    "accounts.public-key is set: in development mode the server issues the tokens, which needs a secret."
                        + " Set mode to production."
                )
            }
            guard issuer != nil, audience != nil else {
                throw .configuration(
                    "accounts.public-key needs accounts.issuer and accounts.audience, so that a token for another service"
                        + " is refused. Set both."
                )
            }
            keys = Secret([publicKey])
        } else {
            keys = Secret(try Self.secrets(reader, default: keyFile?.accountSecret))
        }
    }

    private static func publicKey(_ reader: SettingsReader) throws(StartError) -> TokenKey? {
        guard let file = try reader.file(.accountPublicKey) else { return nil }
        for secret in [Setting.accountSecret, .formerAccountSecrets] where try reader.text(secret) != nil {
            throw .configuration("\(secret.name) and accounts.public-key are both set. Set one of them.")
        }
        guard let key = TokenKey(publicKeyPEM: String(decoding: file, as: UTF8.self)) else {
            throw .configuration("accounts.public-key is not the file of a P-256 key in PEM.")
        }
        return key
    }

    private static func secrets(
        _ reader: SettingsReader,
        default defaultSecret: String?
    ) throws(StartError) -> [TokenKey] {
        guard let secret = try reader.text(.accountSecret) ?? defaultSecret else {
            throw .configuration("accounts.secret and accounts.public-key are missing. Set one of them.")
        }
        let former = try reader.keys(.formerAccountSecrets)
        return ([try Setting.accountSecret.keyBytes(secret)] + former).map(TokenKey.secret)
    }
}

extension AccountTokens {
    init(_ settings: AccountSettings) {
        self.init(keys: settings.keys.value, issuer: settings.issuer, audience: settings.audience)
    }
}
