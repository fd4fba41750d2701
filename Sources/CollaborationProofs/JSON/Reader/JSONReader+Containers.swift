extension JSONReader {
    /// Reads an object that has each of the known members once, in any order.
    ///
    /// Other members are checked and ignored.
    ///
    /// - Parameters:
    ///   - members: The known members, at most 64. Their raw values are the names.
    ///   - json: The text.
    ///   - readValue: Reads the value of a member.
    /// - Throws: The first rule that the object breaks.
    mutating func readObject<Member: CaseIterable & RawRepresentable<String>>(
        of members: Member.Type,
        in json: Span<UInt8>,
        member readValue: (Member, inout JSONReader) throws(MalformedJSONError) -> Void
    ) throws(MalformedJSONError) {
        guard try nextKind(in: json) == .object else { throw error(.notObject) }
        var isOpen = try enter(closing: "}", in: json)
        var found: UInt64 = 0
        var memberCount = 0
        while isOpen {
            let name = try readName(after: memberCount, in: json)
            memberCount += 1
            if let (index, member) = Self.member(Member.self, named: name, in: json) {
                guard found >> index & 1 == 0 else {
                    throw MalformedJSONError(.duplicateName, at: name.start - 1)
                }
                found |= 1 << index
                do throws(MalformedJSONError) {
                    try readValue(member, &self)
                } catch {
                    throw error.inMember(member.rawValue)
                }
            } else {
                try unknownNames.insert(name, atDepth: depth, in: json)
                try skipValue(in: json)
            }
            isOpen = try goOn(closing: "}", in: json)
        }
        for (index, member) in Member.allCases.enumerated() where found >> index & 1 == 0 {
            throw MalformedJSONError(.missing, at: offset - 1).inMember(member.rawValue)
        }
    }

    /// Reads an array of any number of elements.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - readElement: Reads an element.
    /// - Throws: The first rule that the array breaks.
    mutating func readArray(
        in json: Span<UInt8>,
        element readElement: (inout JSONReader) throws(MalformedJSONError) -> Void
    ) throws(MalformedJSONError) {
        guard try nextKind(in: json) == .array else { throw error(.notArray) }
        var isOpen = try enter(closing: "]", in: json)
        var index = 0
        while isOpen {
            do throws(MalformedJSONError) {
                try readElement(&self)
            } catch {
                throw error.inElement(index)
            }
            index += 1
            isOpen = try goOn(closing: "]", in: json)
        }
    }

    /// Reads the first byte of an array or object, and tells whether an element or member follows.
    mutating func enter(closing end: Unicode.Scalar, in json: Span<UInt8>) throws(MalformedJSONError) -> Bool
    {
        guard depth < JSONLimits.depth else { throw error(.tooDeep) }
        depth += 1
        offset += 1
        skipWhitespace(in: json)
        return !leave(closing: end, in: json)
    }

    /// Reads what follows an element or a member, and tells whether another one does.
    mutating func goOn(closing end: Unicode.Scalar, in json: Span<UInt8>) throws(MalformedJSONError) -> Bool {
        skipWhitespace(in: json)
        if leave(closing: end, in: json) { return false }
        try require(",", in: json)
        return true
    }

    private mutating func leave(closing end: Unicode.Scalar, in json: Span<UInt8>) -> Bool {
        guard skip(end, in: json) else { return false }
        unknownNames.endObject(atDepth: depth)
        depth -= 1
        return true
    }

    /// Reads a name and the colon after it, when as many members of the object come before it.
    mutating func readName(
        after memberCount: Int,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> JSONText {
        skipWhitespace(in: json)
        guard memberCount < JSONLimits.memberCount else { throw error(.tooManyMembers) }
        let name = try readText(in: json)
        guard name.byteCount <= JSONLimits.nameByteCount else {
            throw MalformedJSONError(.nameTooLong, at: name.start - 1)
        }
        skipWhitespace(in: json)
        try require(":", in: json)
        return name
    }

    /// The known member with a name, and its position among the known ones.
    private static func member<Member: CaseIterable & RawRepresentable<String>>(
        _ members: Member.Type,
        named name: JSONText,
        in json: Span<UInt8>
    ) -> (index: Int, member: Member)? {
        for (index, member) in Member.allCases.enumerated() {
            if name.isEqual(to: member.rawValue, in: json) { return (index, member) }
        }
        return nil
    }
}
