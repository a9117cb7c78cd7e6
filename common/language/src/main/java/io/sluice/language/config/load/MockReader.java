package io.sluice.language.config.load;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.test.OverrideBlock;
import io.sluice.language.config.test.TestProvider;
import io.sluice.language.config.test.TestProvider.Defaults;
import io.sluice.language.config.test.TestProvider.Mock;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.NamedValues;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.data.DataParser;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what takes the place of providers in tests. */
final class MockReader {
  private static final Value NOTHING = ObjectValue.of(Map.of());

  private final ConfigurationFiles files;
  private final Reading reading;
  private final Diagnostics diagnostics;

  MockReader(ConfigurationFiles files, Reading reading) {
    this.files = files;
    this.reading = reading;
    this.diagnostics = reading.diagnostics();
  }

  Optional<TestProvider> provider(Block block) {
    Body.PartialContent partial = block.body().partialContent(Schemas.MOCK_PROVIDER, diagnostics);
    String alias = reading.string(partial.content(), "alias");
    boolean duringPlan = duringPlan(partial.content(), false);
    Map<String, Defaults> resources = new HashMap<>();
    Map<String, Defaults> data = new HashMap<>();
    List<OverrideBlock> overrides = new ArrayList<>();
    read(partial.rest(), duringPlan, resources, data, overrides);
    String source = reading.string(partial.content(), "source");
    if (!source.isEmpty()) {
      beside(source, block, duringPlan, resources, data, overrides);
    }
    ProviderConfiguration configuration =
        new ProviderConfiguration(
            block.labels().getFirst(),
            alias.isEmpty() ? null : alias,
            "",
            new Repetition.Single(),
            NativeParser.file(SourceFile.of(block.headerRange().file(), ""), diagnostics),
            block.headerRange());
    return Optional.of(
        new TestProvider(configuration, new Mock(resources, data, overrides, duringPlan)));
  }

  /** The files of a directory of mocks; what the block itself says comes first. */
  private void beside(
      String source,
      Block block,
      boolean duringPlan,
      Map<String, Defaults> resources,
      Map<String, Defaults> data,
      List<OverrideBlock> overrides) {
    String directory = ModulePaths.resolve(".", source);
    List<String> names = files.names(directory).orElse(null);
    if (names == null) {
      diagnostics.error(
          "Failed to read mock data directory",
          "Mock data directory %s does not exist or cannot be read.".formatted(source),
          block.headerRange());
      return;
    }
    for (String name : names) {
      if (!name.endsWith(".tfmock.hcl") && !name.endsWith(".tfmock.json")) {
        continue;
      }
      String path = directory.equals(".") ? name : directory + "/" + name;
      SourceFile file = new SourceFile(path, files.read(path).orElse(new byte[0]));
      Map<String, Defaults> moreResources = new HashMap<>();
      Map<String, Defaults> moreData = new HashMap<>();
      List<OverrideBlock> moreOverrides = new ArrayList<>();
      Body body =
          name.endsWith(".json")
              ? DataParser.json(file, diagnostics)
              : NativeParser.file(file, diagnostics);
      read(body, duringPlan, moreResources, moreData, moreOverrides);
      moreResources.forEach(resources::putIfAbsent);
      moreData.forEach(data::putIfAbsent);
      moreOverrides.stream()
          .filter(more -> overrides.stream().noneMatch(o -> o.target().equals(more.target())))
          .forEach(overrides::add);
    }
  }

  private void read(
      Body body,
      boolean duringPlan,
      Map<String, Defaults> resources,
      Map<String, Defaults> data,
      List<OverrideBlock> overrides) {
    BodyContent content = body.content(Schemas.MOCK_DATA, diagnostics);
    for (Block block : content.blocks()) {
      if (block.type().startsWith("mock_")) {
        String type = block.labels().getFirst();
        Defaults defaults = defaults(block, duringPlan);
        boolean first =
            (block.type().equals("mock_data") ? data : resources).putIfAbsent(type, defaults)
                == null;
        if (!first) {
          diagnostics.error(
              "Duplicate %s block".formatted(block.type()),
              "A %s block for %s has already been defined.".formatted(block.type(), type),
              block.labelRanges().getFirst());
        }
      } else {
        override(block, duringPlan).ifPresent(overrides::add);
      }
    }
  }

  private Defaults defaults(Block block, boolean duringPlan) {
    BodyContent content = block.body().content(Schemas.MOCK_VALUES, diagnostics);
    Attribute said = content.attribute("defaults");
    return new Defaults(
        said == null ? NOTHING : constant(said.expression()), duringPlan(content, duringPlan));
  }

  Optional<OverrideBlock> override(Block block, boolean duringPlan) {
    OverrideBlock.Kind kind =
        switch (block.type()) {
          case "override_resource" -> OverrideBlock.Kind.RESOURCE;
          case "override_data" -> OverrideBlock.Kind.DATA;
          default -> OverrideBlock.Kind.MODULE;
        };
    BodyContent content = block.body().content(Schemas.OVERRIDE, diagnostics);
    Attribute target = content.attribute("target");
    if (target == null) {
      diagnostics.error(
          "Missing target attribute",
          "%s blocks must specify a target address.".formatted(block.type()),
          block.headerRange());
      return Optional.empty();
    }
    Traversal address = reading.reference(target.expression());
    if (address == null) {
      return Optional.empty();
    }
    if (kind(address) != kind) {
      diagnostics.error(
          "Invalid override target",
          "You can only target %s from %s blocks, not %s."
              .formatted(
                  switch (kind) {
                    case RESOURCE -> "resources";
                    case DATA -> "data sources";
                    case MODULE -> "modules";
                  },
                  block.type(),
                  address),
          target.range());
      return Optional.empty();
    }
    Attribute said = content.attribute(kind.argument());
    Value values = said == null ? NOTHING : constant(said.expression());
    if (said != null && !(values.type() instanceof Type.ObjectType)) {
      diagnostics.error(
          "Invalid %s attribute".formatted(kind.argument()),
          "%s blocks must specify %s %s attribute that is an object."
              .formatted(
                  block.type(), kind == OverrideBlock.Kind.MODULE ? "an" : "a", kind.argument()),
          said.range());
      return Optional.empty();
    }
    return Optional.of(
        new OverrideBlock(
            kind,
            address.toString(),
            values,
            duringPlan(content, duringPlan),
            block.headerRange()));
  }

  /** Module calls lead to what an address means. */
  private static OverrideBlock.Kind kind(Traversal address) {
    List<String> names = new ArrayList<>(List.of(address.root()));
    for (var step : address.steps()) {
      if (step instanceof io.sluice.language.syntax.TraversalStep.Attribute attribute) {
        names.add(attribute.name());
      }
    }
    int at = 0;
    while (at < names.size() && names.get(at).equals("module")) {
      at += 2;
    }
    if (at >= names.size()) {
      return OverrideBlock.Kind.MODULE;
    }
    return names.get(at).equals("data") ? OverrideBlock.Kind.DATA : OverrideBlock.Kind.RESOURCE;
  }

  private boolean duringPlan(BodyContent content, boolean otherwise) {
    Attribute said = content.attribute("override_during");
    if (said == null) {
      return otherwise;
    }
    String word =
        said.expression() instanceof ScopeTraversal(Traversal traversal)
                && traversal.steps().isEmpty()
            ? traversal.root()
            : "";
    if (!word.equals("plan") && !word.equals("apply")) {
      diagnostics.error(
          "Invalid override_during value",
          "The override_during attribute must be a value of plan or apply.",
          said.range());
      return otherwise;
    }
    return word.equals("plan");
  }

  private Value constant(Expression expression) {
    Functions none = Functions.all().only();
    Diagnostics own = new Diagnostics();
    Value value =
        new Evaluator(
                new NamedValues(Map.of()),
                none,
                FileTemplates.context(none, FileAccess.NONE, Moment.UNKNOWN))
            .evaluate(expression, own);
    diagnostics.addAll(own);
    return own.hasErrors() ? NOTHING : value;
  }
}
