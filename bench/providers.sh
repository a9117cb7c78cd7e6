#!/usr/bin/env bash
# Terraform and Sluice with the same AWS provider, each against a moto of its own:
#   bench/providers.sh gallery            examples/aws, 49 objects of 36 types
#   bench/providers.sh many [COUNT]       COUNT (300) objects of types that wait for nothing
#   bench/providers.sh fleet [WORKSPACES [PARAMETERS]]   plans of 100 workspaces of 25: terraform two at a
#                                         time, sluice with `fleet plan`; and the plugins of the worker
# Needs terraform, moto_server and the AWS provider in a filesystem mirror, which MIRROR names
# (default: the folder above a registry.terraform.io under /opt). Sluice has a deployment up.
# TRIES=3: the median counts. The last column says what ratio is asked for, and whether it is met. examples/aws
# has two configurations of its provider, so its worker starts two plugins.
set -euo pipefail

here=$(cd "$(dirname "$0")/.." && pwd)
sluice=${SLUICE:-$here/sluice}
tries=${TRIES:-3}
mirror=${MIRROR:-$(dirname "$(find /opt -maxdepth 3 -name registry.terraform.io -type d 2>/dev/null | head -1)")}
for needed in terraform moto_server; do
  command -v "$needed" >/dev/null || { echo "bench/providers.sh needs $needed" >&2; exit 1; }
done
[ -d "$mirror/registry.terraform.io" ] || { echo "bench/providers.sh needs the AWS provider: MIRROR names its mirror" >&2; exit 1; }

work=$(mktemp -d "${TMPDIR:-/tmp}/sluice-providers.XXXXXX")
motos=()
end() {
  [ ! -d "$work/sluice/.sluice" ] || (cd "$work/sluice" && "$sluice" down >/dev/null 2>&1) || :
  for moto in "${motos[@]}"; do kill "$moto" 2>/dev/null || :; done
  rm -rf "$work"
}
trap end EXIT
printf 'provider_installation {\n  filesystem_mirror { path = "%s" }\n}\n' "$mirror" >"$work/rc"
export TF_CLI_CONFIG_FILE=$work/rc CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1

moto() { # sets port
  local i
  for i in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 20000))
    moto_server -p "$port" >"$work/moto-$port.log" 2>&1 &
    motos+=($!)
    for _ in $(seq 100); do
      sleep 0.1
      ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null || return 0
      kill -0 "${motos[-1]}" 2>/dev/null || break
    done
  done
  echo "moto did not start" >&2
  exit 1
}

milliseconds() { # COMMAND...: sets took
  local start
  start=$(date +%s%N)
  "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2; exit 1; }
  took=$((($(date +%s%N) - start) / 1000000))
}

median() { printf '%s\n' "$@" | sort -n | sed -n "$((($# + 1) / 2))p"; }

row() { # NAME TERRAFORM SLUICE [MOST], in milliseconds; MOST is the ratio that is asked for
  awk -v n="$1" -v t="$2" -v s="$3" -v m="${4:-}" 'BEGIN {
    r = s / t
    printf "%-24s %10.2f %10.2f %8.2f %8s%s\n", n, t / 1000, s / 1000, r, m, m == "" ? "" : r <= m ? " met" : " not met" }'
}

header() { printf '%-24s %10s %10s %8s %8s\n' "$1" terraform sluice ratio asked; }

provider() { # PORT: a provider block for moto
  cat <<HCL
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "test"
  secret_key                  = "test"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_requesting_account_id  = true
  endpoints {
    ssm  = "http://127.0.0.1:$1"
    logs = "http://127.0.0.1:$1"
    sns  = "http://127.0.0.1:$1"
  }
}
HCL
}

# A life of one directory, TRIES times with each tool; both tools begin with nothing.
life() { # HEADER MOST, with the directories terraform and sluice made; MOST is what an apply may take
  declare -A times=()
  local step
  for _ in $(seq "$tries"); do
    for tool in terraform sluice; do
      cd "$work/$tool"
      export TF_VAR_endpoint=http://127.0.0.1:${ports[$tool]} TF_VAR_token=correct-horse
      local run=("$sluice") yes=--auto-approve
      [ "$tool" = sluice ] || { run=(terraform); yes=-auto-approve; }
      milliseconds "${run[@]}" plan; times[$tool/plan]+=" $took"
      milliseconds "${run[@]}" apply "$yes"; times[$tool/apply]+=" $took"
      milliseconds "${run[@]}" plan; times[$tool/unchanged]+=" $took"
      milliseconds "${run[@]}" destroy "$yes"; times[$tool/destroy]+=" $took"
    done
  done
  header "$1"
  for step in plan apply unchanged destroy; do
    local most=''
    [ "$step" != apply ] || most=$2
    [ "$step" != unchanged ] || most=0.5
    # shellcheck disable=SC2086
    row "$step" "$(median ${times[terraform/$step]})" "$(median ${times[sluice/$step]})" $most
  done
}

# What the plugins of a deployment take, again and again: lines of PID KILOBYTES, and one of all together.
watch_plugins() { # DIRECTORY OUTPUT
  local host
  host=$(sed 's/.*"pid" *: *\([0-9]*\).*/\1/' "$1/.sluice/stack.json")
  (while sleep 0.3; do { ps -o pid=,rss=,comm= --ppid "$host" || :; } | awk '/terraform-/ { print $1, $2; sum += $2 }
    END { print "all", sum + 0 }'; done >"$2") &
  motos+=($!)
}

plugins() { # OUTPUT WORKSPACES
  awk -v w="$2" -v b="${SLUICE_WORKER_PLUGIN_MEMORY_MB:-2048}" '
    $1 == "all" { if ($2 > most) most = $2; next }
    { if (!($1 in seen)) starts++; seen[$1] = 1 }
    END {
      most /= 1024
      printf "plugins of the worker: %d started for %d workspaces (asked: one each at most)%s\n", starts, w, starts <= w ? " met" : " not met"
      printf "their memory: %d MB at most at the same time, of %d MB that they may take%s\n", most, b, most <= b ? " met" : " not met" }' "$1"
}

declare -A ports=()
both() { # makes the directories with `content TOOL PORT`, initialises them, and starts a deployment
  for tool in terraform sluice; do
    moto
    ports[$tool]=$port
    mkdir -p "$work/$tool"
    content "$tool" "$port"
  done
  (cd "$work/terraform" && terraform init >/dev/null)
  (cd "$work/sluice" && "$sluice" init >/dev/null && "$sluice" up >/dev/null)
  watch_plugins "$work/sluice" "$work/plugins"
}

case ${1:-} in
  gallery)
    content() { cp -r "$here/examples/aws/." "$work/$1/"; rm -rf "$work/$1/java"; }
    both
    life "examples/aws (seconds)" 1.05
    plugins "$work/plugins" 1
    ;;
  many)
    count=${2:-300}
    content() {
      provider "$2" >"$work/$1/main.tf"
      cat >>"$work/$1/main.tf" <<HCL
resource "aws_ssm_parameter" "all" {
  count = $((count / 3))
  name  = "/bench/\${count.index}"
  type  = "String"
  value = "value \${count.index}"
}
resource "aws_cloudwatch_log_group" "all" {
  count = $((count / 3))
  name  = "bench-\${count.index}"
}
resource "aws_sns_topic" "all" {
  count = $((count - 2 * (count / 3)))
  name  = "bench-\${count.index}"
}
HCL
    }
    both
    life "$count objects (seconds)" 1.0
    plugins "$work/plugins" 1
    ;;
  fleet)
    workspaces=${2:-100} parameters=${3:-25}
    content() {
      local i
      for i in $(seq "$workspaces"); do
        mkdir -p "$work/$1/w$i"
        provider "$2" >"$work/$1/w$i/main.tf"
        cat >>"$work/$1/w$i/main.tf" <<HCL
resource "aws_ssm_parameter" "all" {
  count = $parameters
  name  = "/w$i/\${count.index}"
  type  = "String"
  value = "value \${count.index}"
}
HCL
        if [ "$i" = 1 ]; then
          # One installation for all: the lock file and what is installed are copied.
          if [ "$1" = terraform ]; then (cd "$work/$1/w1" && terraform init >/dev/null)
          else (cd "$work/$1/w1" && "$sluice" init >/dev/null); fi
        else
          cp -r "$work/$1/w1/.terraform" "$work/$1/w1/.terraform.lock.hcl" "$work/$1/w$i/"
        fi
      done
    }
    for tool in terraform sluice; do
      moto
      mkdir -p "$work/$tool"
      content "$tool" "$port"
    done
    (cd "$work/sluice" && "$sluice" up >/dev/null)
    start=$(date +%s%N)
    (cd "$work/terraform" && seq "$workspaces" | xargs -P2 -I{} terraform -chdir=w{} plan >"$work/out" 2>&1) ||
      { tail -50 "$work/out" >&2; exit 1; }
    terraform_took=$((($(date +%s%N) - start) / 1000000))
    watch_plugins "$work/sluice" "$work/plugins"
    start=$(date +%s%N)
    (cd "$work/sluice" && "$sluice" fleet plan . >"$work/out" 2>&1) || { tail -50 "$work/out" >&2; exit 1; }
    sluice_took=$((($(date +%s%N) - start) / 1000000))
    header "$workspaces plans (seconds)"
    row "$parameters objects each" "$terraform_took" "$sluice_took" 1.0
    plugins "$work/plugins" "$workspaces"
    ;;
  *)
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
