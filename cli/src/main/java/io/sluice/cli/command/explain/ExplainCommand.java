package io.sluice.cli.command.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.SchemaText;
import io.sluice.cli.render.Table;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.ProviderRegistry.Found;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.TypeSchema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a type takes and gives, from the schemas that a plan is checked against. */
@Command(
    name = "explain",
    description =
        "Shows what a type takes and gives: its attributes and blocks with their meaning. Without"
            + " TYPE it lists the types.",
    footer = {
      "",
      "Examples:",
      "  sluice explain",
      "  sluice explain local_file",
      "  sluice explain local_file.content"
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final int SHOWN_WIDTH = 100;

  private final Invocation invocation;

  @Parameters(
      index = "0",
      paramLabel = "TYPE[.ATTRIBUTE]",
      arity = "0..1",
      description = "A type of a resource, data source or step, or one attribute or block of it.")
  private String what = "";

  @Parameters(
      index = "1",
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the root module whose providers are meant.")
  private String directory = ".";

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  public ExplainCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Invocation inside = Roots.in(invocation, directory);
    ProviderRegistry registry = InstalledProviders.all(inside);
    if (what.isEmpty()) {
      types(registry);
      return ExitCode.DONE.number();
    }
    List<String> path = List.of(what.split("\\.", -1));
    List<Found> found = found(registry, path.getFirst());
    if (found.isEmpty()) {
      throw unknown(registry, path.getFirst());
    }
    boolean any = false;
    for (Found one : found) {
      any |= shown(one, path.subList(1, path.size()));
    }
    if (!any) {
      throw unknownPart(found, path);
    }
    return ExitCode.DONE.number();
  }

  private static Stream<String> sources(ProviderRegistry registry) {
    return registry.real().keySet().stream();
  }

  private static List<Found> found(ProviderRegistry registry, String type) {
    List<Found> found = new ArrayList<>();
    for (TypeSchema.Kind kind : TypeSchema.Kind.values()) {
      registry.find(null, kind, type).ifPresent(found::add);
      sources(registry).forEach(source -> registry.find(source, kind, type).ifPresent(found::add));
    }
    return found;
  }

  private void types(ProviderRegistry registry) {
    Table table = new Table("TYPE", "KIND", "PROVIDER");
    Stream.concat(registry.providers().stream(), registry.real().values().stream())
        .forEach(
            provider -> {
              for (TypeSchema.Kind kind : TypeSchema.Kind.values()) {
                for (String type : new TreeSet<>(provider.typeNames(kind))) {
                  if (isOfThePlanner(kind, type)) {
                    continue;
                  }
                  if (json) {
                    line(
                        JsonLine.of("schema_type", Instant.now())
                            .put("name", type)
                            .put("kind", word(kind))
                            .put("provider", provider.name()));
                  }
                  table.row(type, word(kind), provider.name());
                }
              }
            });
    if (!json) {
      invocation.terminal().out().print(table.text(invocation.terminal().style()));
    }
  }

  /** Steps that no person writes. */
  private static boolean isOfThePlanner(TypeSchema.Kind kind, String type) {
    return kind == TypeSchema.Kind.STEP && type.startsWith("sluice_");
  }

  private static String word(TypeSchema.Kind kind) {
    return switch (kind) {
      case RESOURCE -> "resource";
      case DATA -> "data";
      case STEP -> "step";
      case EPHEMERAL -> "ephemeral";
    };
  }

  /** False where the type has no such part. */
  private boolean shown(Found found, List<String> parts) {
    int width = Math.min(SHOWN_WIDTH, invocation.terminal().columns());
    var style = invocation.terminal().style();
    if (parts.isEmpty()) {
      if (json) {
        line(described(found));
      } else {
        print(SchemaText.of(found.schema(), found.provider().name(), width, style));
      }
      return true;
    }
    BlockBody body = found.schema().body();
    for (String part : parts.subList(0, parts.size() - 1)) {
      Optional<BlockSchema> block = block(body, part);
      if (block.isEmpty()) {
        return false;
      }
      body = block.get().body();
    }
    Optional<AttributeSchema> attribute = attribute(body, parts.getLast());
    Optional<BlockSchema> block = block(body, parts.getLast());
    if (json) {
      attribute.ifPresent(
          one -> line(described(JsonLine.of("schema_attribute", Instant.now()), one)));
      block.ifPresent(one -> line(described(JsonLine.of("schema_block", Instant.now()), one)));
    } else {
      if (attribute.isPresent() || block.isPresent()) {
        print(style.dim(SchemaText.header(found.schema())) + "\n");
      }
      attribute.ifPresent(one -> print(SchemaText.of(one, width, style)));
      block.ifPresent(one -> print(SchemaText.of(one, width, style)));
    }
    return attribute.isPresent() || block.isPresent();
  }

  private static Optional<BlockSchema> block(BlockBody body, String name) {
    return body.blocks().stream().filter(block -> block.name().equals(name)).findFirst();
  }

  private static Optional<AttributeSchema> attribute(BlockBody body, String name) {
    return body.attributes().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  private static ObjectNode described(Found found) {
    ObjectNode line =
        JsonLine.of("schema", Instant.now())
            .put("name", found.schema().type())
            .put("kind", word(found.schema().kind()))
            .put("provider", found.provider().name())
            .put("description", found.schema().description())
            .put("importable", found.schema().importable());
    body(line, found.schema().body());
    return line;
  }

  private static void body(ObjectNode line, BlockBody body) {
    ArrayNode attributes = line.putArray("attributes");
    body.attributes().forEach(one -> described(attributes.addObject(), one));
    ArrayNode blocks = line.putArray("blocks");
    body.blocks().forEach(one -> described(blocks.addObject(), one));
  }

  private static ObjectNode described(ObjectNode line, AttributeSchema attribute) {
    line.put("name", attribute.name())
        .put("value_type", attribute.type().toString())
        .put("required", attribute.presence() == AttributeSchema.Presence.REQUIRED)
        .put("configurable", attribute.configurable())
        .put("computed", attribute.providerGiven())
        .put("sensitive", attribute.sensitive())
        .put("forces_replacement", attribute.forcesReplacement())
        .put("description", attribute.description());
    line.set("default", attribute.defaultValue());
    return line;
  }

  private static ObjectNode described(ObjectNode line, BlockSchema block) {
    line.put("name", block.name())
        .put("min", block.min())
        .put("max", block.max())
        .put("forces_replacement", block.forcesReplacement())
        .put("description", block.description());
    body(line, block.body());
    return line;
  }

  private void line(ObjectNode line) {
    invocation.terminal().out().println(line);
  }

  private void print(String text) {
    invocation.terminal().out().print(text);
    invocation.terminal().out().flush();
  }

  private static Fault unknown(ProviderRegistry registry, String type) {
    List<String> known =
        Stream.concat(registry.providers().stream(), registry.real().values().stream())
            .flatMap(
                provider ->
                    Stream.of(TypeSchema.Kind.values())
                        .flatMap(kind -> provider.typeNames(kind).stream()))
            .toList();
    return Fault.of(
        "There is no type " + type,
        meant(type, known, "No provider of this directory has it."),
        "`sluice explain` lists the types.");
  }

  private static Fault unknownPart(List<Found> found, List<String> path) {
    List<String> known =
        found.stream()
            .flatMap(
                one ->
                    Stream.concat(
                        one.schema().body().attributes().stream().map(AttributeSchema::name),
                        one.schema().body().blocks().stream().map(BlockSchema::name)))
            .toList();
    return Fault.of(
        path.getFirst() + " has no " + String.join(".", path.subList(1, path.size())),
        meant(path.get(1), known, "It has no such attribute or block."),
        "`sluice explain " + path.getFirst() + "` lists them.");
  }

  private static String meant(String typed, Collection<String> known, String otherwise) {
    return Suggestion.ofTyped(typed, known)
        .map(near -> "Did you mean " + near + "?")
        .orElse(otherwise);
  }
}
