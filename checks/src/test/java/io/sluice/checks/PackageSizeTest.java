package io.sluice.checks;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A folder that can be read at a glance: a file holds one top-level type. */
@AnalyzeClasses(packages = "io.sluice", importOptions = DoNotIncludeTests.class)
class PackageSizeTest {
  private static final long MOST = 20;

  /** Packages, with those below them, that may be larger, each with its reason. */
  private static final Map<String, String> LARGER = Map.of();

  @ArchTest
  static void aPackageHasAtMostTwentyTypes(JavaClasses classes) {
    Map<String, Long> sizes =
        classes.stream()
            .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
            .filter(type -> LARGER.keySet().stream().noneMatch(room -> isIn(type, room)))
            .collect(groupingBy(JavaClass::getPackageName, TreeMap::new, counting()));
    List<String> tooLarge =
        sizes.entrySet().stream()
            .filter(size -> size.getValue() > MOST)
            .map(size -> size.getKey() + " has " + size.getValue() + " types")
            .toList();
    assertThat(tooLarge).as("packages of more than " + MOST + " types").isEmpty();
  }

  private static boolean isIn(JavaClass type, String room) {
    return (type.getPackageName() + ".").startsWith(room + ".");
  }
}
