package io.sluice.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each type of the machine can be read by itself. */
class MachineTypesTest {
  private static final String MACHINE = "io.sluice.machine";
  private static final int MOST_LINES = 300;
  private static final int MOST_PARAMETERS = 10;

  private static final Set<String> DECIDING =
      Set.of(
          MACHINE + ".decide",
          MACHINE + ".follow",
          MACHINE + ".rule",
          MACHINE + ".narrate",
          MACHINE + ".view");
  private static final Set<String> WRITES =
      Set.of("WorkspaceState.fold", "StateRecords.put", "StateRecords.remove");

  private static final JavaClasses CLASSES = Dependencies.classes();

  @Test
  void noTypeDependsOnItselfThroughOthers() {
    assertThat(
            Dependencies.rings(
                Dependencies.between(CLASSES, type -> Dependencies.outermostType(type, MACHINE))))
        .isEmpty();
  }

  @Test
  void noFileIsLong() {
    Sources.Module machine = Sources.read(Sources.root()).modules().get("common/machine");
    assertThat(machine.packages().values().stream().flatMap(List::stream))
        .filteredOn(file -> file.lines() > MOST_LINES)
        .isEmpty();
  }

  @Test
  void noConstructorTakesMany() {
    assertThat(
            CLASSES.stream()
                .filter(type -> !Dependencies.outermostType(type, MACHINE).isEmpty())
                .filter(MachineTypesTest::takesMany)
                .map(JavaClass::getName))
        .isEmpty();
  }

  /** What decides reads the workspace, and writes to it through the draft alone. */
  @Test
  void nothingThatDecidesWrites() {
    assertThat(
            CLASSES.stream()
                .filter(type -> DECIDING.contains(type.getPackageName()))
                .flatMap(type -> type.getAccessesFromSelf().stream())
                .map(JavaAccess::getTarget)
                .filter(target -> WRITES.contains(named(target))))
        .isEmpty();
  }

  private static String named(AccessTarget target) {
    return target.getOwner().getSimpleName() + "." + target.getName();
  }

  private static boolean takesMany(JavaClass type) {
    return type.getConstructors().stream()
        .anyMatch(made -> made.getRawParameterTypes().size() > MOST_PARAMETERS);
  }
}
