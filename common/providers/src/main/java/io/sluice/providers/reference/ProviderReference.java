package io.sluice.providers.reference;

import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.ConfigRule;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Markdown of every type that there is. Run by {@code ./gradlew providerReference}. */
public final class ProviderReference {
  private final StringBuilder out = new StringBuilder();

  private ProviderReference() {}

  public static void main(String[] arguments) throws IOException {
    Files.writeString(Path.of(arguments[0]), of(ProviderRegistry.builtIn()));
  }

  public static String of(ProviderRegistry registry) {
    ProviderReference reference = new ProviderReference();
    reference.out.append(
        """
        # Reference of the built-in types

        Generated from the schemas by `./gradlew providerReference`. How an operation *repeats* when it is unknown whether it happened is explained in [providers.md](providers.md).
        """);
    for (Provider provider : registry.providers()) {
      reference.provider(provider);
    }
    return reference.out.toString();
  }

  private void provider(Provider provider) {
    out.append("\n## Provider ").append(provider.name()).append('\n');
    if (!provider.configuration().attributes().isEmpty()) {
      out.append("\nConfiguration:\n");
      body(provider.configuration());
    }
    provider.schema().types().stream()
        .filter(type -> !isOfThePlanner(type))
        .sorted(Comparator.comparing(TypeSchema::kind).thenComparing(TypeSchema::type))
        .forEach(this::type);
  }

  /** Steps that no person writes. */
  private static boolean isOfThePlanner(TypeSchema type) {
    return type.kind() == TypeSchema.Kind.STEP && type.type().startsWith("sluice_");
  }

  private void type(TypeSchema type) {
    String what =
        switch (type.kind()) {
          case RESOURCE -> "";
          case DATA -> "data ";
          case STEP -> "step ";
          case EPHEMERAL -> "ephemeral ";
        };
    out.append("\n### ").append(what).append('`').append(type.type()).append("`\n\n");
    out.append(type.description()).append('\n');
    if (type.kind() != TypeSchema.Kind.DATA) {
      out.append("Repeats: ").append(repeats(type)).append('.');
      out.append(type.importable() ? " Can be imported.\n" : "\n");
    }
    body(type.body());
  }

  private static String repeats(TypeSchema type) {
    RepeatClass create = type.repeats().create();
    boolean same = create == type.repeats().update() && create == type.repeats().delete();
    return same || type.kind() == TypeSchema.Kind.STEP
        ? create.name()
        : "create "
            + create
            + ", update "
            + type.repeats().update()
            + ", delete "
            + type.repeats().delete();
  }

  private void body(BlockBody body) {
    if (body.attributes().isEmpty()) {
      return;
    }
    out.append("\n| name | type | | |\n|---|---|---|---|\n");
    for (AttributeSchema attribute : body.attributes()) {
      row(
          attribute.name(),
          attribute.type().toString(),
          traits(attribute),
          attribute.description());
    }
    for (BlockSchema block : body.blocks()) {
      row(block.name(), "block", "", block.description());
    }
    for (ConfigRule rule : body.rules()) {
      String names = "`" + String.join("`, `", rule.names()) + "`";
      out.append(
          switch (rule) {
            case ConfigRule.ExactlyOneOf exactly -> "\nExactly one of " + names + ".\n";
            case ConfigRule.AtMostOneOf most -> "\nAt most one of " + names + ".\n";
            case ConfigRule.AtLeastOneOf least -> "\nAt least one of " + names + ".\n";
          });
    }
  }

  private void row(String name, String type, String traits, String description) {
    out.append("| `").append(name).append("` | ").append(type).append(" | ").append(traits);
    out.append(" | ").append(description.replace("|", "\\|")).append(" |\n");
  }

  private static String traits(AttributeSchema attribute) {
    List<String> traits = new ArrayList<>();
    switch (attribute.presence()) {
      case REQUIRED -> traits.add("required");
      case COMPUTED -> traits.add("computed");
      case OPTIONAL_COMPUTED -> traits.add("or computed");
      case OPTIONAL -> {
        if (!attribute.defaultValue().isNull()) {
          traits.add("default `" + Json.text(attribute.defaultValue()) + "`");
        }
      }
    }
    if (attribute.forcesReplacement()) {
      traits.add("replaces");
    }
    if (attribute.sensitive()) {
      traits.add("sensitive");
    }
    return String.join(", ", traits);
  }
}
