#!/bin/sh
# Walks the service through the life cycle of a collaboration, with curl. SERVER is another server than the default one.
# It makes tokens with the key of development mode, or ACCOUNTS_KEY.
set -eu
cd "$(dirname "$0")/../.."
swift build --package-path Tools --product SimulateDevice >/dev/null
device=Tools/.build/debug/SimulateDevice
token="Examples/CollaborationService/.build/debug/CollaborationService token"
server=${SERVER:-http://127.0.0.1:8080}
status=' %{http_code}\n'
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
alice="Authorization: Bearer $($token alice)"
bob="Authorization: Bearer $($token bob)"

# Alice's app starts a collaboration, in which others may only read. With the link of the answer it fulfills its start action.
curl -s -w "$status" -H "$alice" --data-binary '{"localIdentifier":"recipe","selectedOptions":["read"]}' $server/collaborations >$answer
cat $answer
collaboration=$(sed 's/.*"collaborationIdentifier":"\([^"]*\)".*/\1/' $answer)
path=$server/collaborations/$collaboration

# Her app tells the service that Bob is invited.
$device update $collaboration --add bob |
    curl -s -w "$status" -H "$alice" --data-binary @- $path/participants

# Bob's app asks for a challenge, and his device signs it.
curl -s -X POST -H "$bob" $path/challenge |
    $device answer $collaboration bob - >$answer

# The app posts the proof. From now on Bob finds the collaboration, and what he may do there.
curl -s -w "$status" -H "$bob" --data-binary @$answer $path/proof
curl -s -w "$status" -H "$bob" $server/collaborations
curl -s -w "$status" -H "$bob" $path

# The same proof is refused a second time.
curl -s -w "$status" -H "$bob" --data-binary @$answer $path/proof

# Alice's app tells the service that Bob is removed. He has no access any more.
$device update $collaboration --remove bob |
    curl -s -w "$status" -H "$alice" --data-binary @- $path/participants
curl -s -w "$status" -H "$bob" $path

# Alice ends the collaboration.
curl -s -w "$status" -X DELETE -H "$alice" $path
