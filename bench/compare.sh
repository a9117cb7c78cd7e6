#!/usr/bin/env bash
# Sluice beside the broker alone, and beside Terraform where it is on PATH, in one run on one machine: ratios, which
# are all that counts. Prints a table, and writes it as Markdown, JSON and a chart.
#   [TRIES=3] [SHARE=100] bench/compare.sh [FOLDER]     (default: docs/measured)
# TRIES: the median counts. SHARE: the percentage of each workload's size, to try the script itself; what it prints
# then says nothing. On a machine that does something else these figures say nothing either.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
sluice=${SLUICE:-$here/sluice}
tries=${TRIES:-3} share=${SHARE:-100}
folder=${1:-$here/docs/measured}
work=$(mktemp -d "${TMPDIR:-/tmp}/sluice-compare.XXXXXX")
trap '"$sluice" -chdir="$work/sluice" down >/dev/null 2>&1 || :; rm -rf "$work"' EXIT
export TF_CLI_CONFIG_FILE=/dev/null CHECKPOINT_DISABLE=1 CI=1
mkdir -p "$work/sluice" "$work/terraform" "$work/bench" "$folder"
: >"$work/rows"

part() { echo $(($1 * share / 100 > 0 ? $1 * share / 100 : 1)); }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
field() { grep -o "\"$1\":[-0-9.E]*" "$work/out" | tail -1 | cut -d: -f2; }
over() { awk -v a="$1" -v b="$2" -v d="$3" 'BEGIN { printf "%." d "f", a / b }'; }

# NAME | what the other reached | what Sluice reached | ratio | at least, or at most | asked
row() {
  printf '%s|%s|%s|%s|%s|%s\n' "$@" >>"$work/rows"
  awk -F'|' 'END { printf "%-44s %16s %16s %8s   %s %s\n", $1, $2, $3, $4, $5, $6 }' "$work/rows"
}

bench() { # ARGUMENTS...: once; its report is in $work/out
  (cd "$work/bench" && "$sluice" bench "$@" --json) >"$work/out" 2>"$work/err" || {
    cat "$work/err" "$work/out" >&2
    exit 1
  }
}

medians() { # FIELD FIELD... -- ARGUMENTS...: sets `found` to the median of each field
  local fields=() try name
  while [ "$1" != -- ]; do fields+=("$1"); shift; done
  shift
  for name in "${fields[@]}"; do : >"$work/$name"; done
  for ((try = 0; try < tries; try++)); do
    bench "$@"
    for name in "${fields[@]}"; do field "$name" >>"$work/$name"; done
  done
  found=()
  for name in "${fields[@]}"; do found+=("$(median <"$work/$name")"); done
}

beside_raw() { # NAME ASKED ARGUMENTS...: tasks a second
  local name=$1 asked=$2
  shift 2
  medians raw_tasks_per_second tasks_per_second ratio -- "$@" --raw
  row "$name" "${found[0]%.*}/s" "${found[1]%.*}/s" "${found[2]}" "at least" "$asked"
}

seconds() { # BEFORE COMMAND...: the median, in seconds
  local before=$1 try start
  shift
  : >"$work/seconds"
  for ((try = 0; try < tries; try++)); do
    eval "$before"
    start=$(date +%s%N)
    "$@" >"$work/out" 2>&1 </dev/null || { cat "$work/out" >&2; exit 1; }
    awk -v n="$(($(date +%s%N) - start))" 'BEGIN { printf "%.2f\n", n / 1e9 }' >>"$work/seconds"
  done
  median <"$work/seconds"
}

"$sluice" version >/dev/null
printf '%-44s %16s %16s %8s   %s\n' "" "broker alone" sluice ratio asked
beside_raw "fan-out of $(part 5000)" 0.45 fan-out --tasks "$(part 5000)" --workers 1
beside_raw "20 layers, $(part 2000) nodes" 0.35 layers --tasks "$(part 2000)"
beside_raw "$(part 200) runs of 25 nodes at once" 0.30 fleet --runs "$(part 200)"
medians raw_hop_ms_p50 hop_ms_p50 ratio -- chain --tasks "$(part 200)" --raw
row "chain of $(part 200), time of a hop" "${found[0]} ms" "${found[1]} ms" "${found[2]}" "at most" 1.0

medians tasks_per_second -- fan-out --tasks "$(part 10000)"
smaller=${found[0]}
medians tasks_per_second -- fan-out --tasks "$(part 100000)"
row "fan-out of $(part 100000) beside one of $(part 10000)" "${smaller%.*}/s" "${found[0]%.*}/s" \
  "$(over "${found[0]}" "$smaller" 2)" "at least" 0.9

if command -v terraform >/dev/null; then
  count=$(part 3000)
  for ((i = 0; i < count; i++)); do
    printf 'resource "terraform_data" "r%d" {\n  input = %d\n}\n' "$i" "$i"
  done >"$work/terraform/main.tf"
  cp "$work/terraform/main.tf" "$work/sluice/main.tf"
  printf '%-44s %16s %16s %8s   %s\n' "" terraform sluice "times" asked
  cd "$work/terraform"
  terraform init -input=false >/dev/null
  theirs=$(seconds 'rm -f terraform.tfstate*' terraform apply -auto-approve -input=false)
  unchanged=$(seconds : terraform plan -input=false)
  cd "$work/sluice"
  cold=$(seconds 'rm -rf .sluice' "$sluice" apply -auto-approve)
  row "apply of $count, no deployment running" "$theirs s" "$cold s" "$(over "$theirs" "$cold" 1)" "at least" 7
  up=$(seconds '"$sluice" down >/dev/null 2>&1 || :; rm -rf .sluice; "$sluice" up >/dev/null' "$sluice" apply -auto-approve)
  row "apply of $count, beside \`sluice up\`" "$theirs s" "$up s" "$(over "$theirs" "$up" 1)" "at least" 40
  same=$(seconds : "$sluice" plan)
  row "plan of $count without changes, beside it" "$unchanged s" "$same s" "$(over "$unchanged" "$same" 1)" "at least" 4
  cd "$here"
else
  echo "terraform is not on PATH: the rows beside it are left out"
fi

machine="$(awk -F': ' '/model name/ { print $2; exit }' /proc/cpuinfo 2>/dev/null || uname -m), $(nproc) processors"
commit=$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)
day=$(date -u +%Y-%m-%d)

{
  echo "# Sluice beside the broker alone and beside Terraform"
  echo
  echo "Made by \`TRIES=$tries bench/compare.sh\` on $day from commit $commit; $machine. Medians of $tries."
  [ "$share" = 100 ] || printf '\n**%s %% of each workload: these figures say nothing.**\n' "$share"
  printf '\n![ratios](compare.svg)\n\n| | beside | Sluice | ratio | asked |\n|---|---|---|---|---|\n'
  awk -F'|' '{ printf "| %s | %s | %s | %s | %s %s |\n", $1, $2, $3, $4, $5, $6 }' "$work/rows"
} >"$folder/compare.md"

awk -F'|' -v day="$day" -v commit="$commit" -v machine="$machine" -v tries="$tries" -v share="$share" '
  BEGIN { printf "{\"date\":\"%s\",\"commit\":\"%s\",\"machine\":\"%s\",\"tries\":%d,\"share\":%d,\"rows\":[", day, commit, machine, tries, share }
  { printf "%s\n  {\"name\":\"%s\",\"beside\":\"%s\",\"sluice\":\"%s\",\"ratio\":%s,\"bound\":\"%s\",\"asked\":%s}", (NR > 1 ? "," : ""), $1, $2, $3, $4, $5, $6 }
  END { print "\n]}" }' "$work/rows" >"$folder/compare.json"

# A bar for each row: how much of what is asked is reached; the line is where all of it is.
awk -F'|' '
  { name[NR] = $1; r = $5 == "at most" ? $6 / ($4 > 0 ? $4 : 1) : $4 / $6; reach[NR] = r; told[NR] = $4 " (" $5 " " $6 ")" }
  END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"%d\" font-family=\"sans-serif\" font-size=\"13\">\n", 30 + NR * 26
    printf "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
    for (i = 1; i <= NR; i++) {
      y = 12 + (i - 1) * 26
      long = (reach[i] > 1.5 ? 300 : reach[i] * 200)
      printf "<text x=\"8\" y=\"%d\">%s</text><rect x=\"310\" y=\"%d\" width=\"%d\" height=\"16\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n", y + 13, name[i], y, long, (reach[i] >= 1 ? "#3a7d44" : "#c77d2e"), 318 + long, y + 13, told[i]
    }
    printf "<line x1=\"510\" y1=\"6\" x2=\"510\" y2=\"%d\" stroke=\"black\" stroke-dasharray=\"4\"/>\n</svg>\n", 16 + NR * 26
  }' "$work/rows" >"$folder/compare.svg"
echo "written: $folder/compare.md, compare.json, compare.svg"
