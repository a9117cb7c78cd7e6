# Finds JDKs; sourced by gradlew and sluice.
# shellcheck shell=bash

# The feature version ("21") of the JDK or JRE in a folder; nothing where there is none.
java_version() {
  [ -x "$1/bin/java" ] || return 0
  local line
  if [ -r "$1/release" ]; then
    while IFS= read -r line; do
      case $line in JAVA_VERSION=*)
        line=${line#*\"}
        printf '%s\n' "${line%%[!0-9]*}"
        return
        ;;
      esac
    done <"$1/release"
  fi
  "$1/bin/java" -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p'
}

# The home folders of JDKs: that of the `java` on PATH, then those in the usual places, or in
# SLUICE_JDKS instead.
java_folders() {
  local java
  if java=$(command -v java) && java=$(readlink -f "$java"); then
    printf '%s\n' "${java%/bin/java}"
  fi
  local usual=(/usr/lib/jvm/* /usr/java/* /opt/*j[dr][ek]* /opt/java/* "${HOME:-/}"/.jdks/*
    "${HOME:-/}"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home)
  # shellcheck disable=SC2206
  [ -z "${SLUICE_JDKS+set}" ] || usual=($SLUICE_JDKS)
  for java in "${usual[@]}"; do
    [ ! -x "$java/bin/java" ] || [ -L "$java" ] || printf '%s\n' "$java"
  done
}

# "JDK 17 in /usr/lib/jvm/…, JDK 25 in …", for messages.
describe_java_folders() {
  local folder
  while IFS= read -r folder; do
    printf 'JDK %s in %s\n' "$(java_version "$folder")" "$folder"
  done < <(java_folders) | sort -u | paste -sd, - | sed 's/,/, /g'
}
