package io.sluice.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A constructor call shows its reader which value is which. */
class ConstructorTest {
  private static final int MOST_COMPONENTS = 10;
  private static final int MOST_PARAMETERS = 6;

  private static final String STORED = "a stored form: its JSON is flat";
  private static final String SENT = "a message: its JSON is flat";
  private static final String SETTINGS = "settings, read by name from the environment in its file";
  private static final String WIRING = "what one object of its service is wired with, in one place";

  /** Records with more than ten components, each with its reason. */
  private static final Map<String, String> LARGE_RECORDS =
      Map.ofEntries(
          Map.entry("io.sluice.model.record.RunRecord", STORED),
          Map.entry("io.sluice.model.record.StateRecord", STORED),
          Map.entry("io.sluice.model.record.NodeRecord", STORED),
          Map.entry("io.sluice.model.record.OwnerRecord", STORED),
          Map.entry("io.sluice.model.record.RunCounts", STORED),
          Map.entry("io.sluice.model.plan.Node", STORED),
          Map.entry("io.sluice.model.plan.PlanDocument$ResourceDeclaration", "what a user writes"),
          Map.entry("io.sluice.model.message.Task", SENT),
          Map.entry("io.sluice.model.message.DeadLetter", SENT),
          Map.entry("io.sluice.model.message.InboxMessage$Result", SENT),
          Map.entry("io.sluice.model.message.InboxMessage$Planned", SENT),
          Map.entry("io.sluice.model.message.PlanRequest$PlanRun", SENT),
          Map.entry("io.sluice.planning.configuration.Bundle", SENT),
          Map.entry(
              "io.sluice.planning.configuration.ConfigurationPlan$ResourceChange",
              "a change as `show -json` prints it"),
          Map.entry("io.sluice.cli.render.plan.ShownChange", "a change as the terminal shows it"),
          Map.entry("io.sluice.planning.document.Placeholder", "a declaration with its settings"),
          Map.entry("io.sluice.language.config.Module", "a list for each kind of block"),
          Map.entry(
              "io.sluice.provider.OperationContext", "all that a provider may know of a call"),
          Map.entry("io.sluice.transport.Connection", SETTINGS),
          Map.entry("io.sluice.worker.WorkerConfiguration", SETTINGS),
          Map.entry("io.sluice.state.settings.StateConfiguration", SETTINGS),
          Map.entry("io.sluice.providers.fakecloud.Faults", SETTINGS),
          Map.entry("io.sluice.state.ownership.PartitionContext", WIRING),
          Map.entry("io.sluice.cli.local.LocalDescription", "the file that names a deployment"),
          Map.entry("io.sluice.cli.bench.BenchResult", "a line of figures"),
          Map.entry("io.sluice.cli.bench.StateBench$Result", "a line of figures"));

  /** Large records that another file makes by position all the same, each with its reason. */
  private static final Map<String, String> BY_POSITION =
      Map.of(
          "io.sluice.language.config.Module", "made once, of lists that have the same names",
          "io.sluice.model.record.OwnerRecord", "made once, of fields that have the same names",
          "io.sluice.cli.local.LocalDescription", "made once, of getters that have the same names",
          "io.sluice.cli.bench.BenchResult", "made once, where the figures are taken");

  /** Constructors with more than six parameters, each with its reason. */
  private static final Map<String, String> LARGE_CONSTRUCTORS =
      Map.of(
          "io.sluice.worker.execution.TaskExecution", WIRING,
          "io.sluice.worker.lease.RunningAttempts", WIRING,
          "io.sluice.worker.claim.ClaimLoop", WIRING,
          "io.sluice.planner.request.PlanRequests", WIRING,
          "io.sluice.state.ownership.Tenure", WIRING,
          "io.sluice.cli.local.DeploymentHost", WIRING,
          "io.sluice.planning.configuration.desired.DesiredConfiguration",
              "what one evaluation knows, of a plan and of a validation",
          "io.sluice.planning.configuration.desired.DecidedInstances",
              "the desk of DesiredConfiguration, which shares its parts with it");

  private static final JavaClasses CLASSES = Dependencies.classes();

  @Test
  void aRecordHasAtMostTenComponents() {
    assertThat(names(largeRecords())).isEqualTo(new TreeSet<>(LARGE_RECORDS.keySet()));
  }

  @Test
  void aConstructorTakesAtMostSixValues() {
    assertThat(
            names(
                CLASSES.stream()
                    .filter(type -> !type.isRecord() && !type.isEnum())
                    .filter(type -> largest(type) > MOST_PARAMETERS)))
        .isEqualTo(new TreeSet<>(LARGE_CONSTRUCTORS.keySet()));
  }

  /** {@code Task.of(draft -> …)} names each value; only the file of a record knows their order. */
  @Test
  void aLargeRecordIsMadeByName() {
    assertThat(names(largeRecords().filter(ConstructorTest::isMadeElsewhere)))
        .isEqualTo(new TreeSet<>(BY_POSITION.keySet()));
  }

  private static Stream<JavaClass> largeRecords() {
    return CLASSES.stream()
        .filter(JavaClass::isRecord)
        .filter(type -> largest(type) > MOST_COMPONENTS);
  }

  private static boolean isMadeElsewhere(JavaClass type) {
    return type.getConstructors().stream()
        .flatMap(made -> made.getCallsOfSelf().stream())
        .map(call -> outermost(call.getOriginOwner()))
        .anyMatch(file -> !file.equals(outermost(type)) && !file.endsWith("Draft"));
  }

  private static int largest(JavaClass type) {
    return type.getConstructors().stream().mapToInt(ConstructorTest::values).max().orElse(0);
  }

  /** Without the enclosing object that an inner class gets. */
  private static int values(JavaConstructor made) {
    JavaClass type = made.getOwner();
    boolean inner = type.isInnerClass() && !type.getModifiers().contains(JavaModifier.STATIC);
    return made.getRawParameterTypes().size() - (inner ? 1 : 0);
  }

  private static String outermost(JavaClass type) {
    return type.getName().replaceFirst("\\$.*", "");
  }

  private static Set<String> names(Stream<JavaClass> types) {
    return types.map(JavaClass::getName).collect(Collectors.toCollection(TreeSet::new));
  }
}
