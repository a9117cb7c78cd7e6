package io.sluice.cli.trial;

import io.sluice.language.config.test.TestRun;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.Severity;
import io.sluice.language.syntax.Traversal;
import io.sluice.planning.configuration.address.StaticResources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a run says is to fail, against what has failed. */
final class ExpectedFailures {
  private static final Set<String> ROOTS = Set.of("var", "output", "check", "data");
  private static final Set<String> OTHERS =
      Set.of("local", "module", "each", "count", "path", "terraform", "self", "run", "ephemeral");

  private final List<Traversal> expected;

  ExpectedFailures(TestRun run) {
    this.expected = run.expected();
  }

  /** Only what has conditions can fail. */
  void check(Diagnostics diagnostics) {
    for (Traversal name : expected) {
      boolean checkable =
          !OTHERS.contains(name.root()) && (ROOTS.contains(name.root()) || !name.steps().isEmpty());
      if (!checkable) {
        diagnostics.error(
            "Invalid `expect_failures` reference",
            "You cannot expect failures from %s. You can only expect failures from checkable objects such as input variables, output values, check blocks, managed resources and data sources."
                .formatted(name),
            name.range());
      }
    }
  }

  /** The reference that expects a failure, if any does. */
  private Optional<Traversal> expecting(Diagnostic failure) {
    String about = failure.about();
    String block = StaticResources.withoutKeys(about);
    return expected.stream()
        .filter(name -> name.toString().equals(about) || name.toString().equals(block))
        .findFirst();
  }

  /**
   * What is left when failures that are expected are taken out, with those that did not come. A
   * broken {@code check} is an error in a test.
   */
  List<Diagnostic> met(List<Diagnostic> originals) {
    List<Diagnostic> left = new ArrayList<>();
    Set<Traversal> came = new LinkedHashSet<>();
    for (Diagnostic each : originals) {
      boolean counts = !each.about().isEmpty() && (each.isError() || isOfCheck(each));
      Optional<Traversal> by = counts ? expecting(each) : Optional.empty();
      if (by.isPresent()) {
        came.add(by.get());
      } else {
        left.add(isOfCheck(each) ? as(each, Severity.ERROR) : each);
      }
    }
    for (Traversal name : expected) {
      if (!came.contains(name)) {
        left.add(
            Diagnostic.error(
                "Missing expected failure",
                "The checkable object, %s, was expected to report an error but did not."
                    .formatted(name),
                name.range()));
      }
    }
    return left;
  }

  /** An expected failure that comes while planning keeps a run from being applied. */
  List<Diagnostic> explained(List<Diagnostic> originals) {
    List<Diagnostic> all = new ArrayList<>();
    for (Diagnostic each : originals) {
      if (each.isError() && !each.about().isEmpty() && expecting(each).isPresent()) {
        all.add(
            Diagnostic.warning(
                "Expected failure while planning",
                "A custom condition within %s failed during the planning stage and prevented the requested apply operation. While this was an expected failure, the apply operation could not be executed and so the overall test case will be marked as a failure and the original diagnostic included in the test report."
                    .formatted(each.about()),
                expecting(each).orElseThrow().range()));
      }
      all.add(each);
    }
    return all;
  }

  static boolean isOfCheck(Diagnostic diagnostic) {
    String about = diagnostic.about();
    return about.startsWith("check.") || about.contains(".check.");
  }

  private static Diagnostic as(Diagnostic diagnostic, Severity severity) {
    return new Diagnostic(
        severity,
        diagnostic.summary(),
        diagnostic.detail(),
        diagnostic.hint(),
        diagnostic.range(),
        diagnostic.context(),
        diagnostic.observed(),
        diagnostic.about());
  }
}
