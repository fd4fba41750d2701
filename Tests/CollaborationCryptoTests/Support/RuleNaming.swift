import CollaborationCrypto

extension CryptoError {
    /// The name of the case: that of the broken rule in the vector file.
    var ruleName: String { String("\(self)".prefix { $0 != "(" }) }
}
