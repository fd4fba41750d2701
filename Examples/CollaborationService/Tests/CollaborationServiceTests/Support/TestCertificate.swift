/// A certificate for `localhost` with its private key, each in PEM with a line break at its end.
///
/// From: openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj /CN=localhost
struct TestCertificate {
    let certificate, key: String

    var pem: String { certificate + key }

    static let one = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBfzCCASWgAwIBAgIULSsxXiYr6geLDYdmZe7GibpRJcAwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjAzNDI1NFoYDzIxMjYxMDI5
            MDM0MjU0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAARwxlMIzjoUqd5hkeheFZlG0aVqN2cN8vq32mIN3UOUh3cuA8ZdGCgd
            LiKdN9DVumaWcmxeZG5sxeZE3S1NCP8/o1MwUTAdBgNVHQ4EFgQUg86ISypJAKg2
            mxF/9qX3bvD8eX4wHwYDVR0jBBgwFoAUg86ISypJAKg2mxF/9qX3bvD8eX4wDwYD
            VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA+Op/0/VjhctudO8MYbM9
            5paRhlEFHv4zwdGuua5qnpMCIAva4WuvsV1DfaA2pUygnAu0YOLEi5A+rpeSZ2ib
            dutU
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgR49jUUBDK7gJQ1CM
            oY7uU3c3gv99YfseeFJ0olMW4IGhRANCAARwxlMIzjoUqd5hkeheFZlG0aVqN2cN
            8vq32mIN3UOUh3cuA8ZdGCgdLiKdN9DVumaWcmxeZG5sxeZE3S1NCP8/
            -----END PRIVATE KEY-----

            """
    )

    static let other = TestCertificate(
        certificate: """
            -----BEGIN CERTIFICATE-----
            MIIBfzCCASWgAwIBAgIUKYkz1zmp6CIIMFZpNnoSV+uG0ZAwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzA2MDMzOVoYDzIxMjYxMTAz
            MDYwMzM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAASjHY7kuNuKqQlBUhkUoFBtmONEvKyta4ua3AqABi50FV/59rzwEiud
            TwQd10Z8uw5nItKIm0y6S+/jgjsKDNd+o1MwUTAdBgNVHQ4EFgQUYaqAAtqLpNCU
            w+foYUWfxJdWrD8wHwYDVR0jBBgwFoAUYaqAAtqLpNCUw+foYUWfxJdWrD8wDwYD
            VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBy7McCfncQdnid6zQvUISU
            bLY2m6iQYOQkFqrTZApnngIhANHAC4UnTyvTR2KeYTGnYJdhaYLaqHkmzWZX6CB5
            XKea
            -----END CERTIFICATE-----

            """,
        key: """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgW6nMvDolZynrrl8m
            4gKMZaSzvFKbSG4EzzfsGHguHPGhRANCAASjHY7kuNuKqQlBUhkUoFBtmONEvKyt
            a4ua3AqABi50FV/59rzwEiudTwQd10Z8uw5nItKIm0y6S+/jgjsKDNd+
            -----END PRIVATE KEY-----

            """
    )
}
