extension Settings {
    static let help = """
        usage: CheckServer URL [OPTION]...

        Plays a sender's app and the devices of recipients against a server, and tells of each rule whether the server keeps
        it. Each run makes collaborations and identities of its own. The messages are those of Documentation/WireFormat.md.
        A server must have:

        - three accounts, alice, bob and carol, each with a bearer token; without a valid one the answer is status 401;
        - a route on which alice starts a collaboration, and routes for an update of participants, a challenge and a proof;
        - a route on which an account reads what it has access to: status 200 with access, and 403 without.

        The defaults are the routes of the example service in its development mode:

        \(Route.allCases.map { "  --\($0) '\($0.standard)'" }.joined(separator: "\n"))

        {collaboration} stands for the identifier. If the path of --start has it, each collaboration gets one from here,
        otherwise the server makes it. The last three may be none.

          --options NAMES         what alice selects: identifiers of options with commas between, by default write
          --token ACCOUNT=TOKEN   a token of alice, bob or carol; without it the route of --tokens is asked with
                                  {"account":"alice"}, and answers {"token":"..."}
          --certificate FILE      the certificates in PEM that are trusted, in place of the system's; needs openssl
          --vectors FILE          also post the texts of Tests/Vectors/identity-proofs.json
          --wait SECONDS          wait so long for a challenge to expire; by default 0, and its end is not seen
          --limit SECONDS         how long the whole run may take besides, by default 120; what is left is not seen
          --only TEXT             check only the rules whose sentence has this text; may be repeated
          --json                  print the report as JSON
          --version               print the version of the rules

        An answer may take 10 seconds and have 1 MiB. A redirect is an answer like any other, and is not followed.

        exit status: 0 if no rule failed, 1 if one failed, 2 for wrong arguments or a server that cannot be reached,
                     74 if the report cannot be written
        """
}
