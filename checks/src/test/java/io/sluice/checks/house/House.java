package io.sluice.checks.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jgrapht.Graph;
import org.jgrapht.graph.DefaultEdge;

/** {@code ./gradlew house}: draws the packages and writes down the modules' numbers. */
public final class House {
  private static final String MACHINE = "io.sluice.machine";

  private final Sources sources;
  private final Graph<String, DefaultEdge> packages;
  private final Graph<String, DefaultEdge> modules;
  private final List<Set<String>> machineRings;

  House(Sources sources, JavaClasses classes) {
    this.sources = sources;
    Map<String, String> owners = sources.moduleOfPackage();
    this.packages = Dependencies.between(classes, type -> known(type, owners));
    this.modules =
        Dependencies.between(classes, type -> owners.getOrDefault(type.getPackageName(), ""));
    this.machineRings =
        Dependencies.rings(
            Dependencies.between(classes, type -> Dependencies.outermostType(type, MACHINE)));
  }

  public static void main(String[] args) throws IOException {
    House house = new House(Sources.read(Sources.root()), Dependencies.classes());
    Path folder = Files.createDirectories(Sources.root().resolve("docs/house"));
    Files.writeString(folder.resolve("packages.svg"), house.svg());
    Files.writeString(folder.resolve("README.md"), house.numbers());
    System.out.print(house.numbers());
  }

  private static String known(JavaClass type, Map<String, String> owners) {
    return owners.containsKey(type.getPackageName()) ? type.getPackageName() : "";
  }

  /** Rings between modules. There are none, since Gradle needs an order. */
  List<Set<String>> moduleRings() {
    return Dependencies.rings(modules);
  }

  List<Set<String>> packageRings() {
    return Dependencies.rings(packages);
  }

  /** Types of the machine that depend on each other. */
  List<Set<String>> machineRings() {
    return machineRings;
  }

  String svg() {
    return Drawing.svg(sources, packages, modules);
  }

  String numbers() {
    StringBuilder text =
        new StringBuilder(
            """
            # The house in numbers

            Written by `./gradlew house`, which also draws [packages.svg](packages.svg). Main sources only,
            `package-info.java` aside.

            | module | files | lines | largest package | longest file |
            |---|---:|---:|---|---|
            """);
    int files = 0;
    int lines = 0;
    for (Sources.Module module : sources.modules().values()) {
      files += module.files();
      lines += module.lines();
      Map.Entry<String, List<Sources.SourceFile>> largest = module.largestPackage();
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %d | %s %d | %s %d |\n",
              module.name(),
              module.files(),
              module.lines(),
              largest.getKey().replace("io.sluice.", ""),
              largest.getValue().size(),
              module.longestFile().name().replace(".java", ""),
              module.longestFile().lines()));
    }
    text.append(String.format(Locale.ROOT, "| **all** | %d | %d | | |\n", files, lines));
    text.append("\nRings between modules: ").append(listed(moduleRings()));
    text.append("\nRings between packages: ").append(listed(packageRings()));
    text.append("\nRings between types of the machine: ").append(listed(machineRings));
    return text.append('\n').toString();
  }

  private static String listed(List<Set<String>> rings) {
    return rings.isEmpty()
        ? "none.\n"
        : "\n"
            + String.join(
                "\n",
                rings.stream()
                    .map(
                        ring ->
                            "- "
                                + ring.size()
                                + ": "
                                + String.join(", ", ring).replace("io.sluice.", ""))
                    .toList())
            + "\n";
  }
}
