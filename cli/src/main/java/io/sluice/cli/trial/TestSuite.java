package io.sluice.cli.trial;

import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableSources;
import io.sluice.language.config.VariableValues;
import io.sluice.language.config.VariableValues.Given;
import io.sluice.language.config.load.TestFileReader;
import io.sluice.language.config.test.TestFile;
import io.sluice.language.config.test.TestRun;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.planning.configuration.ConfigurationValidation;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.provider.ProviderRegistry;
import io.sluice.stacks.load.StackLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The test files of a directory, and what they test. */
public final class TestSuite {
  private final Invocation inside;
  private final String testDirectory;
  private final VariableSources sources;
  private final Map<String, TrialSource> modules = new HashMap<>();
  private final List<TestFile> files = new ArrayList<>();

  /**
   * @param testDirectory relative to the root module's
   */
  private TestSuite(Invocation inside, String testDirectory, VariableSources sources) {
    this.inside = inside;
    this.testDirectory = testDirectory;
    this.sources = sources;
  }

  /**
   * Reads all files, and the modules that they name.
   *
   * @param wanted the paths of the files that count; empty for all
   */
  public static TestSuite load(
      Invocation inside,
      String testDirectory,
      List<String> wanted,
      VariableSources sources,
      Diagnostics diagnostics) {
    TestSuite suite = new TestSuite(inside, testDirectory, sources);
    DirectorySource source = new DirectorySource(inside.directory());
    List<String> paths = new ArrayList<>(TestFileReader.in(source, "."));
    paths.addAll(TestFileReader.in(source, testDirectory));
    for (String path : paths.stream().sorted().distinct().toList()) {
      if (wanted.isEmpty() || wanted.contains(path)) {
        TestFileReader.read(source, path, diagnostics).ifPresent(suite.files::add);
      }
    }
    for (String path : wanted) {
      if (!paths.contains(path)) {
        diagnostics.warning(
            "Unknown test file",
            "The specified test file, %s, could not be found.".formatted(path),
            null);
      }
    }
    suite.module(null, diagnostics);
    for (TestFile file : suite.files) {
      file.runs().forEach(run -> suite.module(run.module(), diagnostics));
    }
    return suite;
  }

  /** What is wrong with test files, and with the modules that only they name. */
  public static List<Diagnostic> validated(
      Invocation inside, String testDirectory, ProviderRegistry registry) {
    Diagnostics diagnostics = new Diagnostics();
    TestSuite suite = new TestSuite(inside, testDirectory, VariableSources.NONE);
    DirectorySource source = new DirectorySource(inside.directory());
    List<String> paths = new ArrayList<>(TestFileReader.in(source, "."));
    paths.addAll(TestFileReader.in(source, testDirectory));
    for (String path : paths) {
      TestFileReader.read(source, path, diagnostics).ifPresent(suite.files::add);
    }
    for (TestFile file : suite.files) {
      for (TestRun run : file.runs()) {
        if (run.module() != null) {
          suite.module(run.module(), diagnostics);
        }
      }
    }
    for (TrialSource each : suite.modules.values()) {
      if (!diagnostics.hasErrors()) {
        diagnostics.addAll(ConfigurationValidation.of(each.files(), registry));
      }
    }
    return diagnostics.list();
  }

  private void module(TestRun.@Nullable Source named, Diagnostics diagnostics) {
    String key = named == null ? "" : named.address();
    if (modules.containsKey(key)) {
      return;
    }
    if (named != null && !key.startsWith("./") && !key.startsWith("../")) {
      diagnostics.error(
          "Module not installed",
          "A run can test a module of a local directory, such as \"./modules/net\"; \"%s\" is none."
              .formatted(key),
          named.range());
      return;
    }
    Path directory = inside.directory().resolve(key).normalize();
    DirectorySource source = new DirectorySource(directory);
    Diagnostics own = new Diagnostics();
    Module root = StackLoader.root(source, own).orElse(null);
    if (root == null || (named != null && !StackLoader.hasFiles(source))) {
      diagnostics.error(
          "Unreadable module directory",
          "The directory \"%s\" could not be read, or has no configuration.".formatted(key),
          named == null ? null : named.range());
      return;
    }
    diagnostics.addAll(own);
    modules.put(key, new TrialSource(root, source));
  }

  /** What is said outside of test files of a module's variables. */
  private SortedMap<String, Given> global(Module module, TestFile file, Diagnostics diagnostics) {
    DirectorySource root = new DirectorySource(inside.directory());
    SortedMap<String, Given> all =
        new TreeMap<>(VariableValues.set(module, root, sources, diagnostics));
    if (file.path().startsWith(testDirectory + "/")) {
      DirectorySource beside = new DirectorySource(inside.directory().resolve(testDirectory));
      all.putAll(VariableValues.set(module, beside, VariableSources.NONE, diagnostics));
    }
    return all;
  }

  /** Runs everything. */
  public Verdict run(
      ProviderRegistry registry, boolean verbose, IntSupplier interrupts, TestReport report)
      throws InterruptedException {
    Map<String, List<String>> names = new LinkedHashMap<>();
    files.forEach(file -> names.put(file.path(), file.runs().stream().map(TestRun::name).toList()));
    report.begins(names);
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    Verdict all = Verdict.PASSED;
    try (Workshop workshop = new Workshop(inside)) {
      for (TestFile file : files) {
        if (interrupts.getAsInt() > 1) {
          all = all.and(Verdict.BROKEN);
          break;
        }
        TestFileRun run =
            new TestFileRun(
                new TestFileRun.Place(workshop, registry, modules, this::global),
                file,
                verbose,
                interrupts,
                report);
        all = all.and(run.all());
        run.counts().forEach((verdict, count) -> counts.merge(verdict, count, Integer::sum));
      }
    }
    report.ends(all, counts);
    return all;
  }

  /** A module that is tested, and its files. */
  record TrialSource(Module root, DirectorySource files) {}

  /** Where values of variables come from that no test file gives. */
  @FunctionalInterface
  interface GlobalVariables {
    SortedMap<String, Given> of(Module module, TestFile file, Diagnostics diagnostics);
  }

  /** The faults of everything that was read. */
  static boolean isSound(List<Diagnostic> diagnostics) {
    return diagnostics.stream().noneMatch(Diagnostic::isError);
  }
}
