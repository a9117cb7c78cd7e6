#!/usr/bin/env bash
# Runs Gradle: a `gradle` of 8.11 or later from PATH where there is one, else one that is put together,
# once, from artifacts on Maven Central (gradle/from-central/README.md). Needs a JDK and Maven only.
set -euo pipefail

version=8.11.1
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)/gradle/from-central
# shellcheck source=gradle/jdks.sh
. "$sources/../jdks.sh"
store=${GRADLE_USER_HOME:-$HOME/.gradle}/from-central

fail() {
  printf 'gradlew: %s\n' "$@" >&2
  exit 1
}

# The version of the Gradle on PATH, read from its own files: asking it would take a second.
version_on_path() {
  local gradle launcher
  gradle=$(command -v gradle) && gradle=$(readlink -f "$gradle") || return 1
  for launcher in "${gradle%/bin/*}"/lib/gradle-launcher-*.jar; do
    [ -f "$launcher" ] || return 1
    launcher=${launcher##*/gradle-launcher-}
    printf '%s\n' "${launcher%.jar}"
  done
}

is_recent() {
  local major=${1%%.*} minor=${1#*.}
  minor=${minor%%[!0-9]*}
  [ "$major" -gt 8 ] || { [ "$major" -eq 8 ] && [ "${minor:-0}" -ge 11 ]; }
}

# Sets `jdk` to one that this Gradle runs on: a whole JDK, 17 to 23.
find_jdk() {
  local folder found
  while IFS= read -r folder; do
    found=$(java_version "$folder")
    if [ -n "$found" ] && [ "$found" -ge 17 ] && [ "$found" -le 23 ] && [ -x "$folder/bin/javac" ]; then
      jdk=$folder
      return
    fi
  done < <([ -z "${JAVA_HOME:-}" ] || printf '%s\n' "$JAVA_HOME" && java_folders)
  found=$(describe_java_folders)
  fail "Gradle $version runs on a JDK from 17 to 23, and there is none here (found: ${found:-no JDK at all})." \
    "Install one beside what you have (Debian: apt-get install openjdk-17-jdk-headless), or name it in" \
    "JAVA_HOME, or put a Gradle on PATH that runs on your JDK (9.1 or later for JDK 25)."
}

# Refuses parts that are not byte for byte those that were recorded.
check_parts() {
  local sum=(sha256sum) wrong
  command -v sha256sum >/dev/null || sum=(shasum -a 256)
  wrong=$(cd "$1" && { "${sum[@]}" -c "$sources/parts.sha256" 2>/dev/null || :; } |
    sed -n 's/: FAILED.*//p' | paste -sd' ' -)
  [ -z "$wrong" ] || fail "these parts of Gradle are not the files that were recorded (SHA-256): $wrong." \
    "Delete them from Maven's local repository (~/.m2/repository) and try again. If that does not help," \
    "the mirror that they come from is broken or not to be trusted."
  wrong=$(diff <(ls "$1") <(sed 's/^[^ ]*  //' "$sources/parts.sha256")) ||
    fail "Maven brought other parts than $sources/parts.sha256 names:" "$wrong"
}

check_space() {
  local free
  free=$(df -Pk "$store" 2>/dev/null | awk 'NR == 2 { print int($4 / 1024) }')
  [ -z "$free" ] || [ "$free" -ge 300 ] || fail \
    "Gradle needs 300 MB in $store, and only $free MB are free there." \
    "Make room, or name another folder in GRADLE_USER_HOME."
}

# Puts Gradle together in a folder of this process and moves it into place whole, so that no other
# process ever sees half of it.
assemble() {
  command -v mvn >/dev/null || fail \
    "there is no Gradle yet, and no Maven (mvn) to fetch its parts with." \
    "Install Maven (Debian: apt-get install maven), or put a Gradle of 8.11 or later on PATH."
  mkdir -p "$store" || fail "cannot make the folder $store, where Gradle is to be kept."
  if command -v flock >/dev/null; then
    exec 9>"$store/lock"
    flock -n 9 || {
      echo "gradlew: another process is putting Gradle together; waiting for it" >&2
      flock 9
    }
    if [ -f "$home/arguments" ]; then
      exec 9>&-
      return
    fi
  fi
  check_space
  echo "gradlew: putting Gradle $version together from Maven Central, once (about a minute)" >&2
  local work
  work=$(mktemp -d "$store/work.XXXXXX") || fail "cannot write to $store: is the disk full?"
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  JAVA_HOME=$jdk mvn -B -f "$sources/parts.xml" dependency:copy-dependencies \
    -DoutputDirectory="$work/parts" >"$work/mvn.txt" 2>&1 </dev/null || {
    grep '^\[ERROR\] [^ ]' "$work/mvn.txt" | grep -vE 'Help 1\] http|re-run Maven|Re-run Maven|For more' | head -n 5 >&2
    fail "Maven could not fetch the parts of Gradle (see above)." \
      "Is the network there? A proxy or mirror belongs in ~/.m2/settings.xml."
  }
  check_parts "$work/parts"
  "$jdk/bin/java" -cp "$work/parts/gradle-api-$version.jar" "$sources/AssembleGradle.java" \
    "$sources" "$work/parts" "$work/gradle" "$home" ||
    fail "Gradle could not be put together in $store (see above): it needs about 250 MB there."
  rm -rf "$home"
  mv "$work/gradle" "$home" || fail "cannot move Gradle to $home."
  rm -rf "$work"
  trap - EXIT
  exec 9>&-
}

if found=$(version_on_path) && is_recent "$found"; then
  exec gradle "$@"
fi

jdk=
find_jdk
home=$store/$version-$(cat "$sources"/*.java "$sources/parts.sha256" | cksum | cut -d' ' -f1)
[ -f "$home/arguments" ] || assemble

case "${1:-}" in --version | -v)
  printf '%s\n' "Gradle $version, put together from Maven Central in $home" "$("$jdk/bin/java" -version 2>&1 | head -n 1) in $jdk"
  exit
  ;;
esac

# One short build after the other: the quick compiler, the small collector, and an archive of the
# loaded classes, made by the first build, halve the time that a call takes.
classes=$home/classes-$({ cat "$jdk/release" 2>/dev/null || true; echo "$jdk"; } | cksum | cut -d' ' -f1).jsa
options=(-Xmx1g -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable -Xlog:all=error:stderr)
run=("@$home/arguments" LaunchGradle -I "$sources/init.gradle" "$@")
if [ -f "$classes" ]; then
  exec "$jdk/bin/java" "${options[@]}" -XX:SharedArchiveFile="$classes" "${run[@]}"
fi
status=0
"$jdk/bin/java" "${options[@]}" -XX:ArchiveClassesAtExit="$classes.$$" "${run[@]}" || status=$?
mv "$classes.$$" "$classes" 2>/dev/null || true
exit "$status"
