#!/usr/bin/env bash
# How long a person waits for each command, process start included: the median of TRIES (default 5), with the median of
# its processor time, beside Terraform on the same configuration where Terraform has such a command.
#   [TRIES=5] bench/commands.sh [RESOURCES]     (default: 30)
# `cold` is without .sluice/, `stopped` after a command that ended, `up` beside `sluice up`. The last rows are how long
# after `kill -9` of the deployment, in the middle of a run, `sluice up` returns, and the next node is done.
# On a machine that does something else these figures say nothing.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
sluice=${SLUICE:-$here/sluice}
tries=${TRIES:-5} resources=${1:-30}
work=$(mktemp -d "${TMPDIR:-/tmp}/sluice-commands.XXXXXX")
trap '"$sluice" -chdir="$work/sluice" down >/dev/null 2>&1 || :; "$sluice" -chdir="$work/killed" down >/dev/null 2>&1 || :; rm -rf "$work"' EXIT
export TF_CLI_CONFIG_FILE=/dev/null CHECKPOINT_DISABLE=1 CI=1
TIMEFORMAT='%R %U %S'

configuration() { # RESOURCES
  awk -v n="$1" 'BEGIN {
    for (i = 0; i < n; i++) {
      input = i % 5 == 0 ? "\"start " i "\"" : "terraform_data.r" (i - 1) ".output"
      printf "resource \"terraform_data\" \"r%d\" {\n  input = %s\n}\n\n", i, input
    }
    printf "output \"last\" {\n  value = terraform_data.r%d.output\n}\n", n - 1
  }'
}

median() { sort -n | awk '{ v[NR] = $1 } END { printf "%.2f", v[int((NR + 1) / 2)] }'; }

# Sets `real` and `processor` to the medians of a command; BEFORE runs before each try and is not counted.
measure() { # BEFORE COMMAND...
  local before=$1 i
  shift
  : >"$work/times"
  for ((i = 0; i < tries; i++)); do
    eval "$before"
    { time "$@" >"$work/out" 2>&1 </dev/null; } 2>>"$work/times" || {
      cat "$work/out" >&2
      exit 1
    }
  done
  real=$(awk '{ print $1 }' "$work/times" | median)
  processor=$(awk '{ print $2 + $3 }' "$work/times" | median)
}

row() { # NAME TERRAFORM: what `measure` found last
  printf '%-36s %10s %10s %10s\n' "$1" "$2" "$real" "$processor"
}

terraform_of() { # BEFORE ARGUMENTS...
  if ! command -v terraform >/dev/null; then
    echo -
    return
  fi
  (
    cd "$work/terraform"
    before=$1
    shift
    measure "$before" terraform "$@"
    echo "$real"
  )
}

mkdir -p "$work/sluice" "$work/terraform" "$work/killed"
configuration 5 >"$work/sluice/main.tf"
cp "$work/sluice/main.tf" "$work/terraform/main.tf"
cd "$work/sluice"
"$sluice" version >/dev/null
if command -v terraform >/dev/null; then terraform -chdir="$work/terraform" init -input=false >/dev/null; fi

printf '%-36s %10s %10s %10s\n' "seconds, median of $tries" terraform sluice processor
measure : "$sluice" version
row version "$(terraform_of : version)"
measure "rm -rf .sluice" "$sluice" apply -auto-approve
row "apply of 5, cold" "$(terraform_of "rm -f terraform.tfstate*" apply -auto-approve -input=false)"
measure "sed -i 's/start [0-9]*/start '\$RANDOM'/' main.tf" "$sluice" apply -auto-approve
row "apply of 5 changes, stopped" \
  "$(terraform_of "sed -i 's/start [0-9]*/start '\$RANDOM'/' main.tf" apply -auto-approve -input=false)"
measure : "$sluice" apply -auto-approve
row "apply without changes, stopped" "$(terraform_of : apply -auto-approve -input=false)"

looks() { # STANDING
  measure : "$sluice" output
  row "output, $1" "$(terraform_of : output)"
  measure : "$sluice" state list
  row "state list, $1" "$(terraform_of : state list)"
  measure : "$sluice" state show terraform_data.r0
  row "state show, $1" "$(terraform_of : state show terraform_data.r0)"
  measure : "$sluice" workspace list
  row "workspace list, $1" "$(terraform_of : workspace list)"
  measure : "$sluice" runs list
  row "runs list, $1" -
}

looks stopped
configuration "$resources" >main.tf
cp main.tf "$work/terraform/main.tf"
"$sluice" apply -auto-approve >/dev/null
if command -v terraform >/dev/null; then terraform -chdir="$work/terraform" apply -auto-approve >/dev/null; fi
measure : "$sluice" plan
row "plan of $resources, no changes, stopped" "$(terraform_of : plan -input=false)"
"$sluice" up >/dev/null
looks up
measure : "$sluice" plan
row "plan of $resources, no changes, up" -
measure "sed -i 's/start [0-9]*/start '\$RANDOM'/' main.tf" "$sluice" apply -auto-approve
row "apply of $resources changes, up" \
  "$(terraform_of "sed -i 's/start [0-9]*/start '\$RANDOM'/' main.tf" apply -auto-approve -input=false)"
"$sluice" down >/dev/null

cd "$work/killed"
awk 'BEGIN {
  printf "schema_version: 2\nworkspace: killed\nresources:\n"
  for (i = 0; i < 400; i++) {
    printf "  - {name: s%d, type: time_sleep, config: {create_duration: 100ms}", i
    if (i >= 4) printf ", depends_on: [f%d]", i - 4
    printf "}\n  - {name: f%d, type: local_file, config: {filename: made/%d, content: x}, depends_on: [s%d]}\n", i, i, i
  }
}' >plan.yaml
made() { find made -type f 2>/dev/null | wc -l; }
: >"$work/next"
for ((try = 0; try < tries; try++)); do
  rm -rf .sluice made
  "$sluice" up >up.txt 2>&1
  pid=$(grep -o 'pid [0-9]*' up.txt | grep -o '[0-9]*$')
  "$sluice" submit plan.yaml --detach >/dev/null 2>&1
  while [ "$(made)" -lt 20 ]; do sleep 0.05; done
  kill -KILL "$pid"
  while kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
  before=$(made)
  began=$(date +%s%N)
  "$sluice" up >up.txt 2>&1 &
  child=$!
  while [ "$(made)" -le "$before" ]; do sleep 0.02; done
  echo $((($(date +%s%N) - began) / 10000000)) | sed 's/..$/.&/' >>"$work/next"
  wait "$child"
  "$sluice" down >/dev/null
done
real=$(median <"$work/next") processor=-
row "up after kill -9: next node done" -
