/// The elliptic curve P-256 (SP 800-186), also called secp256r1 and prime256v1.
public enum P256 {
    /// P-256 for signatures: ECDSA with SHA-256 (FIPS 186-5).
    public enum Signing {}
}
