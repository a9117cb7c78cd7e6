package io.sluice.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each type of the machine can be read by itself. */
class MachineTypesTest {
  private static final String MACHINE = "io.sluice.machine";
  private static final String EVENT = "io.sluice.model.message.Event";
  private static final int MOST_LINES = 300;
  private static final int MOST_PARAMETERS = 10;

  private static final Set<String> DECIDING =
      Set.of(
          MACHINE + ".decide",
          MACHINE + ".follow",
          MACHINE + ".rule",
          MACHINE + ".fact",
          MACHINE + ".narrate");
  private static final Set<String> WRITING =
      Set.of(
          MACHINE + ".Step",
          MACHINE + ".RunEdit",
          MACHINE + ".Undo",
          MACHINE + ".graph.WorkspaceState",
          MACHINE + ".stored.StateRecords");

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

  /** A decider reads a view and returns facts: it cannot even name a type that writes. */
  @Test
  void nothingThatDecidesKnowsWhatWrites() {
    assertThat(
            CLASSES.stream()
                .filter(type -> DECIDING.contains(type.getPackageName()))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(known -> WRITING.contains(known.getTargetClass().getName())))
        .isEmpty();
  }

  /** A decider can't change the run, node or index that it reads. */
  @Test
  void nothingInAViewCanBeWrittenTo() {
    assertThat(
            CLASSES.stream()
                .filter(type -> type.getPackageName().equals(MACHINE + ".graph"))
                .filter(type -> !WRITING.contains(type.getName()))
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .filter(method -> method.getRawReturnType().getName().equals("void")))
        .isEmpty();
  }

  /** Only the narrators make sentences of facts. */
  @Test
  void noDecisionTellsPeopleByItself() {
    assertThat(
            CLASSES.stream()
                .filter(type -> DECIDING.contains(type.getPackageName()))
                .filter(type -> !type.getPackageName().equals(MACHINE + ".narrate"))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(known -> known.getTargetClass().getName().equals(EVENT)))
        .isEmpty();
  }

  private static boolean takesMany(JavaClass type) {
    return type.getConstructors().stream()
        .anyMatch(made -> made.getRawParameterTypes().size() > MOST_PARAMETERS);
  }
}
