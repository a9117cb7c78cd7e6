package io.sluice.checks;

import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The machine can be read from below: no package knows one that stands on it. */
@AnalyzeClasses(packages = "io.sluice.machine", importOptions = DoNotIncludeTests.class)
class MachineLayersTest {
  private static final String MACHINE = "io.sluice.machine";

  @ArchTest
  static final ArchRule packagesFormNoRing =
      slices().matching(MACHINE + ".(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule eachLayerKnowsOnlyThoseBelow =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("machine")
          .definedBy(MACHINE)
          .layer("view")
          .definedBy(MACHINE + ".view")
          .layer("follow")
          .definedBy(MACHINE + ".follow")
          .layer("decide")
          .definedBy(MACHINE + ".decide")
          .layer("rule")
          .definedBy(MACHINE + ".rule")
          .layer("narrate")
          .definedBy(MACHINE + ".narrate")
          .layer("fact")
          .definedBy(MACHINE + ".fact")
          .layer("graph")
          .definedBy(MACHINE + ".graph")
          .layer("run")
          .definedBy(MACHINE + ".run")
          .layer("node")
          .definedBy(MACHINE + ".node")
          .whereLayer("machine")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("view")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("decide")
          .mayOnlyBeAccessedByLayers("machine")
          .whereLayer("follow")
          .mayOnlyBeAccessedByLayers("machine", "view")
          .whereLayer("rule")
          .mayOnlyBeAccessedByLayers("machine", "decide", "follow")
          .whereLayer("narrate")
          .mayOnlyBeAccessedByLayers("machine")
          .whereLayer("fact")
          .mayOnlyBeAccessedByLayers("machine", "decide", "follow", "rule", "narrate")
          .whereLayer("graph")
          .mayOnlyBeAccessedByLayers(
              "machine", "view", "decide", "follow", "rule", "narrate", "fact")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("machine", "view", "decide", "follow", "rule", "fact", "graph")
          .whereLayer("node")
          .mayOnlyBeAccessedByLayers(
              "machine", "view", "decide", "follow", "rule", "narrate", "fact", "graph");
}
