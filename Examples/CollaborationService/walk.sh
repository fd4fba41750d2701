#!/bin/sh
# Walks the example server through the life cycle of a collaboration, with curl. SERVER is another server than the default one.
# It makes tokens with the keys that the server keeps beside its database, in the root folder or where DATABASE_PATH says.
set -eu
cd "$(dirname "$0")/../.."
swift build --product SimulateDevice >/dev/null
device=.build/debug/SimulateDevice
token="Examples/CollaborationService/.build/debug/CollaborationService token"
server=${SERVER:-http://127.0.0.1:8080}
status=' %{http_code}\n'
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
alice="Authorization: Bearer $($token alice)"
bob="Authorization: Bearer $($token bob)"

# Alice creates a document. The server gives it an identifier.
document=$(curl -s -H "$alice" --data-binary '{"title":"Recipes","text":"Baking"}' $server/documents |
    sed 's/.*"identifier":"\([^"]*\)".*/\1/')

# She shares it. With the answer, her app fulfills its start action.
curl -s -w "$status" -X POST -H "$alice" $server/documents/$document/share

# Her app tells the server that Bob is invited.
$device update $document --add bob |
    curl -s -w "$status" -H "$alice" --data-binary @- $server/participants

# Bob's app asks for a challenge, and his device signs it.
curl -s -X POST -H "$bob" $server/documents/$document/challenge |
    $device answer $document bob - >$answer

# The app posts the proof. From now on Bob finds the document and reads it.
curl -s -w "$status" -H "$bob" --data-binary @$answer $server/documents/$document/proof
curl -s -w "$status" -H "$bob" $server/shared
curl -s -w "$status" -H "$bob" $server/documents/$document

# The same proof is refused a second time.
curl -s -w "$status" -H "$bob" --data-binary @$answer $server/documents/$document/proof

# Alice's app tells the server that Bob is removed. He has no access any more.
$device update $document --remove bob |
    curl -s -w "$status" -H "$alice" --data-binary @- $server/participants
curl -s -w "$status" -H "$bob" $server/documents/$document

# Alice deletes the document.
curl -s -w "$status" -X DELETE -H "$alice" $server/documents/$document
