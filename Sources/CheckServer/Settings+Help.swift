extension Settings {
    static let help = """
        usage: CheckServer URL [OPTION]...

        Plays a sender's app and the devices of recipients against a server, and tells of each rule whether the server keeps
        it. Each run makes collaborations and identities of its own. The messages are those of Documentation/WireFormat.md.
        A server must have:

        - three accounts, alice, bob and carol, each with a bearer token; without a valid one the answer is status 401;
        - a route on which alice starts a collaboration, which answers with collaborationIdentifier;
        - routes for an update of participants, for a challenge and for a proof;
        - a route on which an account reads what it has access to: status 200 with access, and 403 without.

        The defaults are the routes of the example service in its development mode:

        \(Route.allCases.map { "  --\($0) '\($0.standard)'" }.joined(separator: "\n"))

          --request JSON          the body that starts a collaboration, by default
                                  {"localIdentifier":"","selectedOptions":["write"]}
          --token ACCOUNT=TOKEN   a token of alice, bob or carol; without it the route of --tokens is asked with
                                  {"account":"alice"}, and answers {"token":"..."}
          --wait SECONDS          wait so long for a challenge to expire; by default 0, and its end is not seen
          --limit SECONDS         how long the whole run may take besides, by default 120; each request may take 10
          --only TEXT             check only the rules whose sentence has this text; may be repeated
          --json                  print the report as JSON

        exit status: 0 if no rule failed, 1 if one failed, 2 for wrong arguments or a server that cannot be reached
        """
}
