#!/bin/sh
# The second ./once until all five answer, and the memory of all of it a quarter of a minute later, as lines for by-hand.txt.
# On Linux, with nothing else running: ./once must have been built and stopped before.
set -eu
cd "$(dirname "$0")/../.."
ports="${ONCE_SHOWCASE_PORT:-8080} ${ONCE_WEBHOOKS_PORT:-8081} ${ONCE_FORMS_PORT:-8082} ${ONCE_JOBS_PORT:-8083} ${ONCE_API_PORT:-8084}"
trap './once stop > /dev/null; wait' EXIT
began=$(date +%s%N)
./once > .once/measured.log 2>&1 &
for port in $ports; do
  until curl -s -o /dev/null "http://127.0.0.1:$port/"; do sleep 0.05; done
done
tenths=$(( ($(date +%s%N) - began) / 100000000 ))
sleep 15
# The apps and the showcase by their jars, the database by its folder; its workers are the postmaster's children.
all=$(pgrep -f "$PWD" | tr '\n' ' ')
all="$all $(for pid in $all; do pgrep -P "$pid" || true; done | tr '\n' ' ')"
# What processes share counts once (Pss).
megabytes=$(for pid in $all; do echo "/proc/$pid/smaps_rollup"; done | sort -u | xargs cat 2> /dev/null | awk '/^Pss:/ { sum += $2 } END { print int(sum / 1024) }')
echo "second \`./once\` until all five answer, seconds | 14 | $((tenths / 10)).$((tenths % 10)) | $(date +%F)"
echo "memory of \`./once\` when nothing happens, megabytes | 1200 | $megabytes | $(date +%F)"
