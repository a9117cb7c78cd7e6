#!/usr/bin/env bash
# Terraform and Sluice on the same directory of separate resource blocks in chains of ten:
# validate and plan, process start included, on a warm local deployment.
#   [TRIES=3] bench/language.sh [BLOCKS...]     (default: 3000 10000; the best of TRIES counts)
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
sluice=${SLUICE:-$here/sluice}
work=$(mktemp -d "${TMPDIR:-/tmp}/sluice-language.XXXXXX")
trap '"$sluice" -chdir="$work/last" down >/dev/null 2>&1 || true; rm -rf "$work"' EXIT

seconds() { # the best of TRIES, in seconds
  local best= i start end took
  for i in $(seq "${TRIES:-3}"); do
    start=$(date +%s%N)
    "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2; return 1; }
    end=$(date +%s%N)
    took=$(((end - start) / 1000000))
    if [ -z "$best" ] || [ "$took" -lt "$best" ]; then best=$took; fi
  done
  printf '%d.%03d' $((best / 1000)) $((best % 1000))
}

blocks() { # COUNT FILE
  awk -v n="$1" 'BEGIN {
    for (i = 0; i < n; i++) {
      input = i % 10 == 0 ? "\"start " i "\"" : "terraform_data.r" (i - 1) ".output"
      printf "resource \"terraform_data\" \"r%d\" {\n  input = %s\n}\n\n", i, input
    }
  }' >"$2"
}

printf '%8s %22s %10s %10s\n' blocks command terraform sluice
for count in "${@:-3000 10000}"; do
  for n in $count; do
    directory=$work/$n
    mkdir -p "$directory"
    ln -sfn "$directory" "$work/last"
    blocks "$n" "$directory/main.tf"
    cd "$directory"
    export TF_CLI_CONFIG_FILE=/dev/null CHECKPOINT_DISABLE=1
    tvalidate=-
    tplan=-
    if command -v terraform >/dev/null; then
      terraform init -backend=false >/dev/null
      tvalidate=$(seconds terraform validate)
      tplan=$(seconds terraform plan -input=false -out=plan.bin)
    fi
    printf '%8d %22s %10s %10s\n' "$n" validate "$tvalidate" "$(seconds "$sluice" validate)"
    "$sluice" up >/dev/null
    printf '%8d %22s %10s %10s\n' "$n" plan "$tplan" "$(seconds "$sluice" plan)"
    "$sluice" down >/dev/null
    cd "$here"
  done
done
