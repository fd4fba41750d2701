#!/bin/sh
# Walks the example server through the life cycle of a collaboration, with curl. SERVER is another server than the default one.
set -eu
cd "$(dirname "$0")/../.."
swift build --product SimulateDevice >/dev/null
device=.build/debug/SimulateDevice
server=${SERVER:-http://127.0.0.1:8080}
status='%{http_code}\n'
# A new seed makes new keys, so that the walk can be repeated.
seed=$(date +%s)
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# Alice owns doc-42. Her app tells the server that Bob is invited.
$device update doc-42 --add bob --seed $seed |
    curl -s -w "$status" -H 'Authorization: Stand-In alice' --data-binary @- $server/participants

# Bob's app asks for a challenge, and his device signs it.
curl -s -X POST -H 'Authorization: Stand-In bob' $server/documents/doc-42/challenge |
    $device answer doc-42 bob - --seed $seed >$answer

# The app posts the proof. From now on Bob finds the document and reads it.
curl -s -w "$status" -H 'Authorization: Stand-In bob' --data-binary @$answer $server/documents/doc-42/proof
curl -s -w " $status" -H 'Authorization: Stand-In bob' $server/documents
curl -s -w " $status" -H 'Authorization: Stand-In bob' $server/documents/doc-42

# The same proof is refused a second time.
curl -s -w " $status" -H 'Authorization: Stand-In bob' --data-binary @$answer $server/documents/doc-42/proof

# Alice's app tells the server that Bob is removed. He has no access any more.
$device update doc-42 --remove bob --seed $seed |
    curl -s -w "$status" -H 'Authorization: Stand-In alice' --data-binary @- $server/participants
curl -s -w " $status" -H 'Authorization: Stand-In bob' $server/documents/doc-42
