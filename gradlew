#!/usr/bin/env bash
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=8.11.1
home=${GRADLE_FROM_CENTRAL:-$HOME/.gradle/from-central/$version}
if [ ! -f "$home/complete" ]; then
  rm -rf "$home" && mkdir -p "$home/lib" "$home/boot"
  mvn -B -q -f "$here/gradle/from-central/parts.xml" dependency:copy-dependencies -DoutputDirectory="$home/parts"
  mv "$home/parts/gradle-api-$version.jar" "$home/gradle-api.jar" && mv "$home"/parts/*.jar "$home/lib/"
  java -cp "$home/gradle-api.jar" "$here/gradle/from-central/AssembleGradle.java" "$home/gradle-api.jar" "$home/lib" \
    slf4j-api,jul-to-slf4j,log4j-over-slf4j,native-platform,kryo,minlog,objenesis,commons-lang,guava,asm,fastutil,jsr305,javaparser-core
  javac -cp "$home/lib/gradle-api-$version.jar" -d "$home/boot" "$here/gradle/from-central/LaunchGradle.java"
  rm -r "$home/parts" "$home/gradle-api.jar"; touch "$home/complete"
fi
classpath="$home/lib/gradle-testing-junit-platform-$version.jar:$home/lib/gradle-api-$version.jar:$home/boot:$(ls "$home"/lib/groovy*.jar "$home"/lib/ant*.jar "$home"/lib/kotlin*.jar | paste -sd:)"
opens=(); for p in java.base/java.lang java.base/java.util java.base/java.lang.invoke java.base/java.nio.charset \
  java.base/java.net java.base/java.util.concurrent.atomic java.prefs/java.util.prefs; do opens+=(--add-opens "$p=ALL-UNNAMED"); done
exec java -Xmx1g "${opens[@]}" -cp "$classpath" LaunchGradle -I "$here/gradle/from-central/init.gradle" "$@"
