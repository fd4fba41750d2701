#!/usr/bin/env ruby
# frozen_string_literal: true

# A reading of Documentation/IdentityProofs.md in Ruby. It was written from that text alone.
#
#     verify.rb [VECTORS]    answers each test of the vectors, and prints those whose answer is another one
#
# Exit status: 0 if every answer is the expected one, 1 otherwise.

require 'openssl'
require 'strscan'

class Malformed < StandardError; end

P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffff
B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
KEY_INFO = ['3059301306072a8648ce3d020106082a8648ce3d030107034200'].pack('H*')

def sha256(bytes) = OpenSSL::Digest.digest('SHA256', bytes)
def number(bytes) = bytes.unpack1('H*').to_i(16)

# --- Section 5: verification, with the policies of section 6

# The point's bytes in uncompressed form, or nil.
def point(key, encoding)
  case encoding
  when 'der'
    return unless key.bytesize == 91 && key.start_with?(KEY_INFO)

    return point(key.byteslice(26..), 'x963')
  when 'compressed'
    return unless key.bytesize == 33 && [2, 3].include?(key.getbyte(0))

    x = number(key.byteslice(1..))
    y = (x**3 - 3 * x + B).pow((P + 1) / 4, P)
    y = P - y if y.odd? != (key.getbyte(0) == 3)
  else
    return unless key.bytesize == 65 && key.getbyte(0) == 4

    x, y = number(key.byteslice(1, 32)), number(key.byteslice(33, 32))
  end
  [format('04%064x%064x', x, y)].pack('H*') if x < P && y < P && (y * y - x**3 + 3 * x - B) % P == 0
end

# r and s, or nil.
def signature_values(signature, encoding)
  if encoding == 'raw'
    parts = [signature.byteslice(0, 32), signature.byteslice(32, 32)] if signature.bytesize == 64
  else
    bytes = signature.bytes
    first = bytes[3]
    return unless bytes.size.between?(8, 72) && first.between?(1, 33) && bytes.size > 6 + first
    return unless bytes[0] == 0x30 && bytes[1] == bytes.size - 2 && bytes[2] == 2
    return unless bytes[4 + first] == 2 && bytes[5 + first] == bytes.size - 6 - first

    parts = [signature.byteslice(4, first), signature.byteslice(6 + first..)]
    return unless parts.all? { |part| part.getbyte(0) < 0x80 && !(part.bytesize > 1 && number(part.byteslice(0, 2)) < 0x80) }
  end
  values = parts&.map { |part| number(part) }
  values if values&.all? { |value| value.between?(1, N - 1) }
end

def signed_bytes(challenge, form)
  case form
  when 'challenge' then challenge
  when 'challengeHash' then sha256(challenge)
  when 'base64' then [challenge].pack('m0')
  when 'lowercaseHexadecimal' then challenge.unpack1('H*')
  when 'uppercaseHexadecimal' then challenge.unpack1('H*').upcase
  end
end

def valid?(point, values, message)
  key = OpenSSL::PKey.read(KEY_INFO + point)
  signature = OpenSSL::ASN1::Sequence(values.map { |value| OpenSSL::ASN1::Integer(value) }).to_der
  key.dsa_verify_asn1(sha256(message), signature)
rescue OpenSSL::PKey::PKeyError # instead of false where R is the point at infinity
  false
end

def root(proof)
  index = proof[:index]
  proof[:hashes].reduce(sha256(proof[:key])) do |node, sibling|
    left = index.even?
    index >>= 1
    sha256(left ? node + sibling : sibling + node)
  end
end

def verdict(request, policy)
  proof = request[:proof]
  hashes = proof[:hashes]
  return 'denied emptyProof' if proof[:key].empty? && hashes.empty?
  return 'denied publicKeyIndexOutOfRange' unless proof[:index] >= 0 && proof[:index] < 1 << [hashes.size, 63].min
  return 'denied inclusionPathTooLong' if hashes.size > 32
  return 'denied malformedInclusionHash' unless hashes.all? { |hash| hash.bytesize == 32 }
  return 'denied inclusionPathTooLong' if hashes.size > policy['maximumHashes']
  return 'denied inclusionPathTooShort' if hashes.size < policy['minimumHashes']

  point = point(proof[:key], policy['keyEncoding'])
  return 'denied malformedPublicKey' unless point

  values = signature_values(proof[:signature], policy['signatureEncoding'])
  return 'denied malformedSignature' unless values

  message = signed_bytes(request[:challenge], policy['signedForm'])
  return 'denied signatureMismatch' unless valid?(point, values, message)

  root = root(proof)
  request[:known].include?(root) ? "granted #{root.unpack1('H*')}" : 'denied unknownIdentity'
end

# --- Section 8.1: the text

class Reader
  ESCAPES = { 'b' => "\b", 'f' => "\f", 'n' => "\n", 'r' => "\r", 't' => "\t" }.freeze

  def self.read(bytes, limit: 1 << 24)
    text = bytes.dup.force_encoding('UTF-8')
    raise Malformed if bytes.bytesize > limit || !text.valid_encoding?

    new(text).document
  end

  def initialize(text)
    @scanner = StringScanner.new(text)
  end

  def document
    value = value(0)
    raise Malformed unless space && @scanner.eos?

    value
  end

  private

  def space = @scanner.skip(/[ \t\n\r]*/)
  def take(pattern) = @scanner.scan(pattern)
  def demand(pattern) = take(pattern) || raise(Malformed)

  def value(depth)
    space
    if take(/\{/) then object(depth + 1)
    elsif take(/\[/) then array(depth + 1)
    elsif take(/"/) then string
    elsif take(/true/) then true
    elsif take(/false/) then false
    elsif take(/null/) then nil
    else number
    end
  end

  def number
    number = demand(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/)
    raise Malformed if number.length > 128

    number.match?(/[.eE]|\A-0\z/) ? :no_integer : number.to_i
  end

  # The characters of a string, up to its closing quotation mark.
  def string
    written = demand(/(?>[^"\\\x00-\x1f]|\\["\\\/bfnrt]|\\u\h{4})*+/)
    demand(/"/)
    string = written.gsub(/\\(?:u(d[89ab]\h\h)\\u(d[c-f]\h\h)|u(\h{4})|(.))/i) do
      if $1 then [0x10000 + ($1.hex - 0xd800 << 10) + $2.hex - 0xdc00].pack('U')
      elsif $3
        raise Malformed if $3.hex.between?(0xd800, 0xdfff)

        [$3.hex].pack('U')
      else ESCAPES.fetch($4, $4)
      end
    end
    raise Malformed if string.each_codepoint.any? { |code| code & 0xfffe == 0xfffe || code.between?(0xfdd0, 0xfdef) }

    string
  end

  def object(depth)
    raise Malformed if depth > 32

    members = {}
    space
    return members if take(/\}/)

    loop do
      space
      demand(/"/)
      name = string
      raise Malformed if name.bytesize > 256 || members.key?(name) || members.size == 1024

      space
      demand(/:/)
      members[name] = value(depth)
      space
      return members if take(/\}/)

      demand(/,/)
    end
  end

  def array(depth)
    raise Malformed if depth > 32

    elements = []
    space
    return elements if take(/\]/)

    loop do
      elements << value(depth)
      space
      return elements if take(/\]/)

      demand(/,/)
    end
  end
end

# --- Section 8.2: the members

def member(object, name, type)
  value = object[name]
  value.is_a?(type) ? value : raise(Malformed)
end

def decoded(string)
  raise Malformed unless string.is_a?(String)

  bytes = string.unpack1('m0')
  [bytes].pack('m0') == string ? bytes : raise(Malformed)
rescue ArgumentError
  raise Malformed
end

def request(value)
  raise Malformed unless value.is_a?(Hash) && member(value, 'collaborationIdentifier', String).bytesize.between?(1, 1024)

  proof = member(value, 'proof', Hash)
  { challenge: decoded(value['challenge']),
    proof: { key: decoded(proof['publicKey']), index: member(proof, 'publicKeyIndex', Integer),
             hashes: member(proof, 'inclusionHashes', Array).map { |hash| decoded(hash) },
             signature: decoded(proof['signatureData']) },
    known: member(value, 'knownRootHashes', Array).map { |hash| decoded(hash) } }
end

def answer(test, policy)
  value = test['request']
  value ||= Reader.read(decoded(test['text']) + ' ' * test.fetch('spaces', 0))
  verdict(request(value), policy)
rescue Malformed
  'malformed'
end

file = ARGV[0] || File.join(__dir__, 'identity-proofs.json')
vectors = Reader.read(File.binread(file))
count = 0
differences = 0
vectors['testGroups'].each do |group|
  group['tests'].each do |test|
    count += 1
    given = answer(test, group['policy'])
    next if given == test['answer']

    differences += 1
    puts "#{test['id']}: #{given} instead of #{test['answer']} (#{test['comment']})"
  end
end
puts "#{count} tests, #{differences} with another answer"
exit differences.zero? && count == vectors['numberOfTests'] ? 0 : 1
