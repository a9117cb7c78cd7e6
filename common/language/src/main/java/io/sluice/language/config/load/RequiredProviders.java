package io.sluice.language.config.load;

import io.sluice.language.address.BadText;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Expression.TupleConstructor;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code required_providers}: a module says once what it requires. */
final class RequiredProviders {
  private static final Set<String> KEYS = Set.of("source", "version", "configuration_aliases");
  private static final Pattern CONSTRAINT =
      Pattern.compile(
          "\\s*(?:=|!=|>|<|>=|<=|~>)?\\s*v?[0-9]+(?:\\.[0-9]+)*"
              + "(?:-[0-9A-Za-z\\-~]+(?:\\.[0-9A-Za-z\\-~]+)*)?"
              + "(?:\\+[0-9A-Za-z\\-~]+(?:\\.[0-9A-Za-z\\-~]+)*)?\\s*");

  private final Diagnostics diagnostics;
  private @Nullable SourceRange first;

  RequiredProviders(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
  }

  /** An override file may say it again. */
  void add(Block block, Map<String, RequiredProvider> required) {
    SourceRange before = first;
    if (before == null || ModuleSource.isOverride(before.file())) {
      first = block.headerRange();
    } else if (!ModuleSource.isOverride(block.headerRange().file())) {
      diagnostics.error(
          "Duplicate required providers configuration",
          ("A module may have only one required providers configuration. The required providers"
                  + " were previously configured at %s.")
              .formatted(before),
          block.headerRange());
    }
    for (Attribute attribute : block.body().justAttributes(diagnostics).values()) {
      required.put(attribute.name(), one(attribute));
    }
  }

  private RequiredProvider one(Attribute attribute) {
    Expression said = attribute.expression();
    String source = attribute.name();
    String version = "";
    if (said instanceof ObjectConstructor object) {
      for (ObjectConstructor.Item item : object.items()) {
        String key = Reading.text(item.key());
        if (key == null || !KEYS.contains(key)) {
          diagnostics.error(
              "Invalid required_providers object",
              "An object of required_providers may have only \"version\", \"source\" and"
                  + " \"configuration_aliases\". Write a \"provider\" block to configure a"
                  + " provider.",
              item.key().range());
          break;
        }
        switch (key) {
          case "source" -> source = source(item.value(), source);
          case "version" -> version = version(item.value());
          default -> aliases(attribute.name(), item.value());
        }
      }
    } else if (Reading.text(said) != null) {
      version = version(said);
    } else if (!(said instanceof Expression.Missing)) {
      diagnostics.error(
          "Invalid required_providers object",
          "An entry of required_providers must be a string or an object.",
          said.range());
    }
    return new RequiredProvider(attribute.name(), source, version, attribute.range());
  }

  private String source(Expression said, String otherwise) {
    String text = Reading.text(said);
    if (text == null) {
      diagnostics.error("Invalid source", "Source must be specified as a string.", said.range());
      return otherwise;
    }
    try {
      ProviderSource.parse(text);
      return text;
    } catch (BadText e) {
      boolean prefixed = text.substring(text.lastIndexOf('/') + 1).startsWith("terraform-");
      diagnostics.error(
          prefixed ? "Invalid provider type" : "Invalid provider source string",
          "The source of a provider is wrong: " + e.getMessage() + ".",
          said.range());
      return otherwise;
    }
  }

  private String version(Expression said) {
    String text = Reading.text(said);
    if (text == null) {
      diagnostics.error(
          "Invalid version constraint", "Version must be specified as a string.", said.range());
      return "";
    }
    for (String part : text.split(",", -1)) {
      if (!CONSTRAINT.matcher(part).matches()) {
        diagnostics.error(
            "Invalid version constraint",
            "This string does not use correct version constraint syntax.",
            said.range());
        return "";
      }
    }
    return text;
  }

  private void aliases(String name, Expression said) {
    if (!(said instanceof TupleConstructor list)) {
      diagnostics.error(
          "Invalid expression", "A static list expression is required.", said.range());
      return;
    }
    for (Expression alias : list.elements()) {
      boolean named =
          alias instanceof ScopeTraversal scope
              && scope.traversal().root().equals(name)
              && scope.traversal().steps().size() == 1;
      if (!named) {
        diagnostics.error(
            "Invalid configuration_aliases value",
            "A configuration alias is written as the provider's name and an alias: %s.NAME."
                .formatted(name),
            alias.range());
      }
    }
  }
}
