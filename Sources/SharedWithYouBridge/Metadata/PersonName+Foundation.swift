#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationCore
    import Foundation

    nonisolated extension PersonName {
        /// Makes a name from Foundation's, without its phonetic representation.
        public init(_ components: PersonNameComponents) {
            self.init(
                namePrefix: components.namePrefix,
                givenName: components.givenName,
                middleName: components.middleName,
                familyName: components.familyName,
                nameSuffix: components.nameSuffix,
                nickname: components.nickname
            )
        }
    }

    nonisolated extension PersonNameComponents {
        /// Makes Foundation's name from its six parts.
        public init(_ name: PersonName) {
            self.init()
            namePrefix = name.namePrefix
            givenName = name.givenName
            middleName = name.middleName
            familyName = name.familyName
            nameSuffix = name.nameSuffix
            nickname = name.nickname
        }
    }
#endif
