package io.sluice.checks;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

@AnalyzeClasses(packages = "io.sluice", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] PURE = {
    "io.sluice.model..", "io.sluice.language..", "io.sluice.stacks..", "io.sluice.machine.."
  };

  private static final String[] INFRASTRUCTURE = {
    "org.apache.kafka..",
    "org.apache.zookeeper..",
    "org.apache.curator..",
    "io.micronaut..",
    "org.slf4j..",
    "java.net.http.."
  };

  private static final String[] SERVICES_AND_COMMAND_LINE = {
    "io.sluice.planner..", "io.sluice.worker..", "io.sluice.state..", "io.sluice.cli.."
  };

  private static final String[] MODULES_BESIDE_EACH_OTHER = {
    "io.sluice.bridge..",
    "io.sluice.language..",
    "io.sluice.machine..",
    "io.sluice.planning..",
    "io.sluice.provider..",
    "io.sluice.providers..",
    "io.sluice.seal..",
    "io.sluice.service..",
    "io.sluice.stacks..",
    "io.sluice.transport..",
    "io.sluice.embedded.."
  };

  /** Calls that make a decision depend on when, where or how often it is made. */
  private static final Map<String, Set<String>> OUTSIDE_WORLD =
      Map.of(
          "java.lang.System",
              Set.of("currentTimeMillis", "nanoTime", "getenv", "getProperty", "getProperties"),
          "java.lang.Math", Set.of("random"),
          "java.util.UUID", Set.of("randomUUID"),
          "java.time.Instant", Set.of("now"),
          "java.time.LocalDate", Set.of("now"),
          "java.time.LocalDateTime", Set.of("now"),
          "java.time.OffsetDateTime", Set.of("now"),
          "java.time.ZonedDateTime", Set.of("now"),
          "java.time.Clock", Set.of("systemUTC", "systemDefaultZone", "system"),
          "java.time.ZoneId", Set.of("systemDefault"));

  private static final String[] RANDOM_OR_CONCURRENT = {
    "java.util.Random",
    "java.security.SecureRandom",
    "java.util.concurrent.ThreadLocalRandom",
    "java.lang.Thread",
    "java.lang.ThreadLocal",
    "java.lang.Process",
    "java.lang.ProcessBuilder",
    "java.util.concurrent.Executor",
    "java.util.concurrent.Executors",
    "java.util.concurrent.ExecutorService",
    "java.util.concurrent.CompletableFuture"
  };

  @ArchTest static final ArchRule plannerKnowsOnlyCommon = knowsNoOther("io.sluice.planner..");

  @ArchTest static final ArchRule workerKnowsOnlyCommon = knowsNoOther("io.sluice.worker..");

  @ArchTest static final ArchRule stateKnowsOnlyCommon = knowsNoOther("io.sluice.state..");

  @ArchTest
  static final ArchRule commonKnowsNoServiceAndNoCommandLine =
      noClasses()
          .that(
              resideInAPackage("io.sluice.model..")
                  .or(resideInAnyPackage(MODULES_BESIDE_EACH_OTHER)))
          .should()
          .dependOnClassesThat(resideInAnyPackage(SERVICES_AND_COMMAND_LINE));

  @ArchTest
  static final ArchRule modelKnowsNoOtherModule =
      noClasses()
          .that()
          .resideInAPackage("io.sluice.model..")
          .should()
          .dependOnClassesThat(resideInAnyPackage(MODULES_BESIDE_EACH_OTHER));

  /** Programs without a screen or arguments share them with the command line. */
  @ArchTest
  static final ArchRule sharedPartsKnowNoServiceAndNoCommandLine =
      noClasses()
          .that()
          .resideInAnyPackage("io.sluice.client..", "io.sluice.exchange..", "io.sluice.install..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(SERVICES_AND_COMMAND_LINE)
                  .or(resideInAnyPackage("picocli..", "org.jline..", "io.sluice.embedded..")));

  /** What commands share can be called without a command line. */
  @ArchTest
  static final ArchRule onlyCommandsKnowTheirArguments =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.sluice.cli.command..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("picocli..", "io.sluice.cli.command.*..");

  @ArchTest
  static final ArchRule onlyTheCommandLineKnowsTheEmbeddedCluster =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.sluice.cli..", "io.sluice.embedded..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.sluice.embedded..");

  /** A cluster without access control is for tests; they share one, which nothing else may use. */
  @ArchTest
  static final ArchRule nothingOpensAClusterToEveryone =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.sluice.embedded.SharedCluster")
          .and()
          .doNotHaveFullyQualifiedName("io.sluice.embedded.ClusterOptions")
          .should()
          .accessField("io.sluice.embedded.ClusterOptions", "OPEN")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("io.sluice.embedded.SharedCluster");

  @ArchTest
  static final ArchRule pureModulesKnowNoInfrastructure =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(INFRASTRUCTURE);

  @ArchTest
  static final ArchRule pureModulesReadNoClockNoChanceNoEnvironment =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .callMethodWhere(targetsOutsideWorld())
          .orShould()
          .dependOnClassesThat(named(RANDOM_OR_CONCURRENT));

  /** Otherwise the command line would start more slowly. */
  @ArchTest
  static final ArchRule onlyServicesKnowWhatTheyShare =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.sluice.service..",
              "io.sluice.stacks..",
              "io.sluice.planner..",
              "io.sluice.worker..",
              "io.sluice.state..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.sluice.service..");

  @ArchTest
  static final ArchRule whatAProviderIsKnowsNone =
      noClasses()
          .that()
          .resideInAPackage("io.sluice.provider..")
          .should()
          .dependOnClassesThat()
          .resideOutsideOfPackages(
              "io.sluice.provider..",
              "io.sluice.model..",
              "java..",
              "javax.net.ssl..",
              "com.fasterxml.jackson..",
              "com.sun.security..",
              "org.jspecify..");

  /**
   * The caller reads the directory and passes it in; everything else follows from what is passed
   * in.
   */
  @ArchTest
  static final ArchRule planningKnowsNoInfrastructureNoClockNoChanceNoEnvironment =
      noClasses()
          .that()
          .resideInAPackage("io.sluice.planning..")
          .and()
          .haveNameNotMatching(".*\\.DirectorySource(\\$.*)?")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(INFRASTRUCTURE)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("io.sluice.machine..", "io.sluice.transport..")
          .orShould()
          .callMethodWhere(targetsOutsideWorld());

  /** A program that writes configurations does not need what carries them out. */
  @ArchTest
  static final ArchRule theSdkKnowsWhatItWritesAlone =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.sluice.sdk",
              "io.sluice.sdk.block..",
              "io.sluice.sdk.document..",
              "io.sluice.sdk.expression..",
              "io.sluice.sdk.function..",
              "io.sluice.sdk.value..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("io.sluice..")
                  .and(
                      DescribedPredicate.not(
                          resideInAnyPackage(
                              "io.sluice.sdk..", "io.sluice.model..", "io.sluice.language.."))));

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.sluice.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule namesSayWhatThingsAre =
      noClasses()
          .should()
          .haveNameMatching(".*(Utils?|Helpers?|Manager|Impl)(\\$.*)?")
          .because("such names say nothing about the domain");

  @ArchTest
  static final ArchRule everyPackageIsNullMarked =
      classes()
          .should(
              new ArchCondition<>("be in a package whose package-info is @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                  boolean marked =
                      type.getPackage().tryGetAnnotationOfType(NullMarked.class).isPresent();
                  if (!marked) {
                    events.add(
                        SimpleConditionEvent.violated(
                            type, type.getPackageName() + " has no package-info with @NullMarked"));
                  }
                }
              });

  private static ArchRule knowsNoOther(String service) {
    return noClasses()
        .that()
        .resideInAPackage(service)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(SERVICES_AND_COMMAND_LINE)
                .and(DescribedPredicate.not(resideInAPackage(service))))
        .because("services meet in messages only");
  }

  private static DescribedPredicate<JavaClass> named(String... names) {
    return DescribedPredicate.describe(
        "are named " + String.join(" or ", names), type -> List.of(names).contains(type.getName()));
  }

  private static DescribedPredicate<JavaMethodCall> targetsOutsideWorld() {
    return DescribedPredicate.describe(
        "target the clock, chance or the environment",
        call -> {
          AccessTarget target = call.getTarget();
          return OUTSIDE_WORLD
              .getOrDefault(target.getOwner().getName(), Set.of())
              .contains(target.getName());
        });
  }
}
