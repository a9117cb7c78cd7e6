#!/usr/bin/env bash
# Kills the local deployment in the middle of runs, again and again, and checks what was made.
#   bench/killed.sh [ROUNDS [CHAINS [LINKS]]]     (default: 20 10 20)
# A round is a run of chains; each link sleeps, writes a file and adds a line to a ledger, a command that must
# not be repeated. The deployment is killed (SIGKILL) at a random moment, in every third round again soon after its new
# start. Then each name must be in the ledger once, or be in doubt. Exits with 1 if a name was lost or doubled.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
sluice=${SLUICE:-$here/sluice}
rounds=${1:-20} chains=${2:-10} links=${3:-20}
all=$((chains * links))
work=$(mktemp -d "${TMPDIR:-/tmp}/sluice-killed.XXXXXX")
trap '"$sluice" --chdir="$work" down >/dev/null 2>&1 || :' EXIT
cd "$work"

plan() { # ROUND
  awk -v round="$1" -v chains="$chains" -v links="$links" 'BEGIN {
    printf "schema_version: 2\nworkspace: round-%d\nresources:\n", round
    for (c = 0; c < chains; c++) for (l = 0; l < links; l++) {
      name = "c" c "n" l
      printf "  - {name: s%s, type: time_sleep, config: {create_duration: 400ms}", name
      if (l > 0) printf ", depends_on: [sc%dn%d]", c, l - 1
      printf "}\n  - {name: f%s, type: local_file, config: {filename: r%d/files/%s, content: %s}, depends_on: [s%s]}\n", name, round, name, name, name
      printf "  - {name: l%s, type: local_command, config: {create: \"echo %s >> r%d/ledger\"}, depends_on: [f%s]}\n", name, name, round, name
    }
  }'
}

made() { find "r$1/files" -type f 2>/dev/null | wc -l; }

up() { # sets pid: asking for it takes longer than what is to be interrupted
  "$sluice" up >up.txt 2>&1 || { cat up.txt >&2; exit 1; }
  pid=$(grep -o 'pid [0-9]*' up.txt | grep -o '[0-9]*$')
}

kill_stack() {
  kill -KILL "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
}

lost=0 doubled=0 doubtful=0 kills=0
up
for ((round = 1; round <= rounds; round++)); do
  plan "$round" >plan.yaml
  run=$("$sluice" submit plan.yaml --detach 2>submit.txt) || { cat submit.txt >&2; exit 1; }
  # Anywhere from the first tenth on.
  until=$((all / 10 + RANDOM % (all * 7 / 10 + 1)))
  while [ "$(made "$round")" -lt "$until" ]; do sleep 0.05; done
  kill_stack
  kills=$((kills + 1)) at=$(made "$round")
  up
  if [ $((round % 3)) = 0 ]; then
    kill_stack
    kills=$((kills + 1))
    up
  fi
  "$sluice" runs watch "$run" >watched.txt 2>&1 || :
  "$sluice" runs show "$run" --json >shown.json
  grep -o '"node": *"local_command.l[^"]*"' shown.json | grep -o 'c[0-9]*n[0-9]*' | sort -u >doubt.txt || :
  sort "r$round/ledger" | uniq -d >double.txt
  awk -v chains="$chains" -v links="$links" 'BEGIN {
    for (c = 0; c < chains; c++) for (l = 0; l < links; l++) print "c" c "n" l }' | sort >names.txt
  sort -u "r$round/ledger" doubt.txt | comm -23 names.txt - >lost.txt
  find "r$round/files" -type f -printf '%f\n' | sort | comm -23 names.txt - >>lost.txt
  lost=$((lost + $(wc -l <lost.txt))) doubled=$((doubled + $(wc -l <double.txt))) doubtful=$((doubtful + $(wc -l <doubt.txt)))
  printf 'round %d: killed at %d of %d; %d lost, %d doubled, %d in doubt; %s\n' "$round" "$at" "$all" \
    "$(wc -l <lost.txt)" "$(wc -l <double.txt)" "$(wc -l <doubt.txt)" "$(grep -o '"outcome": *"[a-zA-Z]*"' shown.json | head -n 1)"
done
printf '%d rounds, %d kills, %d names: %d lost, %d doubled, %d in doubt\n' \
  "$rounds" "$kills" $((rounds * all)) "$lost" "$doubled" "$doubtful"
if [ $((lost + doubled)) -gt 0 ]; then
  echo "see $work" >&2
  exit 1
fi
"$sluice" down >/dev/null
rm -rf "$work"
