package io.sluice.language.config.load;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.test.OverrideBlock;
import io.sluice.language.config.test.TestFile;
import io.sluice.language.config.test.TestProvider;
import io.sluice.language.config.test.TestRun;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.data.DataParser;
import io.sluice.language.syntax.hcl.NativeParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads {@code *.tftest.hcl} and {@code *.tftest.json}. */
public final class TestFileReader {
  private static final List<String> SUFFIXES = List.of(".tftest.hcl", ".tftest.json");

  private final Diagnostics diagnostics;
  private final Reading reading;
  private final ResourceReader resources;
  private final BlockReader blocks;
  private final MockReader mocks;

  private TestFileReader(ConfigurationFiles files, Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.reading = new Reading(diagnostics);
    this.resources = new ResourceReader(reading);
    this.blocks = new BlockReader(reading, resources);
    this.mocks = new MockReader(files, reading);
  }

  /** The files of tests in a directory, by name; nothing if there is no such directory. */
  public static List<String> in(ConfigurationFiles files, String directory) {
    return files.names(directory).orElse(List.of()).stream()
        .filter(name -> SUFFIXES.stream().anyMatch(name::endsWith))
        .sorted()
        .map(name -> directory.equals(".") ? name : directory + "/" + name)
        .toList();
  }

  public static Optional<TestFile> read(
      ConfigurationFiles files, String path, Diagnostics diagnostics) {
    Optional<byte[]> bytes = files.read(path);
    if (bytes.isEmpty()) {
      diagnostics.error(
          "Failed to read file", "The file \"%s\" could not be read.".formatted(path), null);
      return Optional.empty();
    }
    SourceFile source = new SourceFile(path, bytes.get());
    Body body =
        path.endsWith(".json")
            ? DataParser.json(source, diagnostics)
            : NativeParser.file(source, diagnostics);
    return Optional.of(new TestFileReader(files, diagnostics).file(path, body));
  }

  private TestFile file(String path, Body body) {
    BodyContent content = body.content(Schemas.TEST_FILE, diagnostics);
    SortedMap<String, TestProvider> providers = new TreeMap<>();
    List<OverrideBlock> overrides = new ArrayList<>();
    Map<String, TestRun> runs = new LinkedHashMap<>();
    for (Block block : content.blocks()) {
      switch (block.type()) {
        case "run" -> run(block, runs);
        case "provider" -> put(providers, new TestProvider(blocks.provider(block), null));
        case "mock_provider" -> mocks.provider(block).ifPresent(mock -> put(providers, mock));
        case "variables" -> {}
        default -> mocks.override(block, false).ifPresent(one -> add(overrides, one));
      }
    }
    return new TestFile(path, variables(content), providers, overrides, List.copyOf(runs.values()));
  }

  private void put(SortedMap<String, TestProvider> providers, TestProvider provider) {
    String key = provider.configuration().reference();
    TestProvider before = providers.putIfAbsent(key, provider);
    if (before != null) {
      diagnostics.error(
          "Duplicate provider block",
          "A provider for %s is already defined at %s."
              .formatted(key, before.configuration().range()),
          provider.configuration().range());
    }
  }

  private void add(List<OverrideBlock> overrides, OverrideBlock override) {
    for (OverrideBlock before : overrides) {
      if (before.target().equals(override.target())) {
        diagnostics.error(
            "Duplicate %s block".formatted(override.kind().block()),
            "An %s block targeting %s has already been defined at %s."
                .formatted(override.kind().block(), override.target(), before.range()),
            override.range());
        return;
      }
    }
    overrides.add(override);
  }

  private SortedMap<String, Expression> variables(BodyContent content) {
    SortedMap<String, Expression> found = new TreeMap<>();
    List<Block> written = content.blocks("variables");
    if (written.size() > 1) {
      multiple("variables", written);
    }
    if (!written.isEmpty()) {
      for (Attribute each : written.getFirst().body().justAttributes(diagnostics).values()) {
        found.put(each.name(), each.expression());
      }
    }
    return found;
  }

  private void multiple(String type, List<Block> written) {
    diagnostics.error(
        "Multiple \"%s\" blocks".formatted(type),
        "There is a %s block already at %s.".formatted(type, written.getFirst().headerRange()),
        written.get(1).headerRange());
  }

  private void run(Block block, Map<String, TestRun> runs) {
    String name = block.labels().getFirst();
    reading.checkName(name, "Invalid run block name", block.labelRanges().getFirst());
    BodyContent content = block.body().content(Schemas.TEST_RUN, diagnostics);
    List<OverrideBlock> overrides = new ArrayList<>();
    for (Block inner : content.blocks()) {
      if (inner.type().startsWith("override_")) {
        mocks.override(inner, false).ifPresent(one -> add(overrides, one));
      }
    }
    List<CheckRule> assertions = resources.rules(content.blocks("assert"));
    String stateKey = reading.string(content, "state_key");
    TestRun run =
        new TestRun(
            name,
            keyword(content, "command", "apply", "plan"),
            options(content),
            variables(content),
            providers(content),
            assertions,
            new TestRun.Subject(module(content), stateKey.isEmpty() ? null : stateKey),
            reading.references(content.attribute("expect_failures")),
            overrides,
            block.headerRange());
    TestRun before = runs.putIfAbsent(name, run);
    if (before != null) {
      diagnostics.error(
          "Duplicate \"run\" block names",
          "This test file already has a run named %s block defined at %s."
              .formatted(name, before.range()),
          block.headerRange());
    }
  }

  /**
   * Whether an argument that is one of two keywords is the first, as it is unless it is written.
   */
  private boolean keyword(BodyContent content, String argument, String usual, String other) {
    Expression said = Reading.expression(content, argument);
    if (said == null || said instanceof Expression.Missing) {
      return true;
    }
    String word =
        said instanceof ScopeTraversal(Traversal traversal) && traversal.steps().isEmpty()
            ? traversal.root()
            : String.valueOf(Reading.text(said));
    if (!word.equals(usual) && !word.equals(other)) {
      diagnostics.error(
          "Invalid \"%s\" keyword".formatted(argument),
          "The \"%s\" argument requires one of the following keywords without quotes: %s or %s."
              .formatted(argument, usual, other),
          said.range());
    }
    return !word.equals(other);
  }

  private TestRun.Options options(BodyContent run) {
    List<Block> written = run.blocks("plan_options");
    if (written.isEmpty()) {
      return TestRun.Options.USUAL;
    }
    if (written.size() > 1) {
      multiple("plan_options", written);
    }
    BodyContent content = written.getFirst().body().content(Schemas.TEST_OPTIONS, diagnostics);
    boolean refreshOnly = !mode(content);
    boolean refresh = reading.bool(content, "refresh", true);
    Attribute asked = content.attribute("refresh");
    if (refreshOnly && !refresh && asked != null) {
      diagnostics.error(
          "Incompatible plan options",
          "The \"refresh\" option cannot be set to false when running a test in \"refresh-only\""
              + " mode.",
          asked.range());
    }
    return new TestRun.Options(
        refreshOnly,
        refresh,
        texts(reading.references(content.attribute("replace"))),
        texts(reading.references(content.attribute("target"))));
  }

  /** {@code refresh-only} reads as a difference to those who don't know better. */
  private boolean mode(BodyContent content) {
    Expression said = Reading.expression(content, "mode");
    if (said instanceof ScopeTraversal(Traversal traversal)
        && traversal.steps().isEmpty()
        && traversal.root().equals("refresh-only")) {
      return false;
    }
    return keyword(content, "mode", "normal", "refresh-only");
  }

  private static List<String> texts(List<Traversal> references) {
    return references.stream().map(Traversal::toString).toList();
  }

  private SortedMap<String, Traversal> providers(BodyContent content) {
    SortedMap<String, Traversal> found = new TreeMap<>();
    Expression said = Reading.expression(content, "providers");
    if (said instanceof ObjectConstructor object) {
      for (ObjectConstructor.Item item : object.items()) {
        Traversal value = reading.reference(item.value());
        String key =
            item.key() instanceof ScopeTraversal scope
                ? scope.traversal().toString()
                : Reading.text(item.key());
        if (value != null && key != null) {
          found.put(key, value);
        }
      }
    } else if (said != null && !(said instanceof Expression.Missing)) {
      diagnostics.error("Invalid expression", "A static map expression is required.", said.range());
    }
    return found;
  }

  private TestRun.@Nullable Source module(BodyContent run) {
    List<Block> written = run.blocks("module");
    if (written.isEmpty()) {
      return null;
    }
    if (written.size() > 1) {
      multiple("module", written);
    }
    Block block = written.getFirst();
    BodyContent content = block.body().content(Schemas.TEST_MODULE, diagnostics);
    Attribute source = content.attribute("source");
    if (source == null) {
      diagnostics.error(
          "Missing \"source\" attribute for module block",
          "You must specify a source attribute when executing alternate modules during test"
              + " executions.",
          block.headerRange());
      return null;
    }
    SourceRange range = source.expression().range();
    return new TestRun.Source(reading.string(content, "source"), range);
  }
}
