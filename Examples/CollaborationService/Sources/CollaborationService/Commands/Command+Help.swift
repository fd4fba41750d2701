extension Command {
    static let usage = """
        CollaborationService [serve] [SETTINGS]          serves until SIGTERM or SIGINT
        CollaborationService token ACCOUNT [SETTINGS]    prints a token for an account, valid for a day
        CollaborationService new-key                     prints a new key
        CollaborationService backup FILE [SETTINGS]      copies the SQLite database into a new file, while servers go on
        CollaborationService restore FILE [SETTINGS]     makes the SQLite database, which must not exist, of such a file
        CollaborationService reset-access [SETTINGS]     ends the access of all but the owners, until each proves anew
        CollaborationService replay-removals FILE... [TIME] [SETTINGS]
                                                         gives the removals of audit logs again, those since a time
        CollaborationService collaborations [SETTINGS]   lists all collaborations with their sizes, and who has started them
        CollaborationService accounts [SETTINGS]         lists what each account has started, and to how many it has access
        CollaborationService show COLLABORATION [SETTINGS]
                                                         shows who has to do with it, and what it takes
        CollaborationService remove-account ACCOUNT [SETTINGS]
                                                         removes it for good from all that know it and that it does not own
        CollaborationService remove-identity ROOT-HASH [SETTINGS]
                                                         reads all records, and removes it for good where it is known
        CollaborationService purge --ended-before DATE [SETTINGS]
                                                         forgets what has ended and was not changed since
        CollaborationService --help                      prints this

        A name that somebody else has chosen comes after --, since it may begin with hyphens: show -- COLLABORATION [SETTINGS]

        A setting is one of these. The first that has it wins.
          an argument                    --http-port 8081
          a variable of the environment  HTTP_PORT=8081
          a file in the folder that --secrets names, such as challenge-key
          a value in the JSON file that --config names, such as {"http": {"port": 8081}}
        A secret cannot be an argument. It is listed below by its variable: CHALLENGE_KEY is the file challenge-key.


        """
        + Setting.all.map { setting in
            let name = setting.isSecret ? setting.variable : setting.argument
            let value = setting.defaultValue.map { " (\($0))" } ?? ""
            return "  \(name)\(String(repeating: " ", count: max(1, 24 - name.count)))\(setting.summary)\(value)"
        }.joined(separator: "\n")
}
