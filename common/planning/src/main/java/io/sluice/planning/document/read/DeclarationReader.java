package io.sluice.planning.document.read;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.Address;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.document.DocumentLimits;
import io.sluice.planning.document.Settings;
import io.sluice.planning.document.read.Fields.Text;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Reads {@code resources}; a resource with faults is left out only if it has no usable name. */
public final class DeclarationReader {
  private static final Set<String> KNOWN =
      Set.of(
          "name",
          "type",
          "config",
          "depends_on",
          "count",
          "for_each",
          "max_instances",
          "provider",
          "pool",
          "lifecycle",
          "timeouts",
          "retry");
  private final ProviderRegistry registry;
  private final Diagnostics faults;
  private final SettingsReader settings;
  private final MultiplicityReader multiplicity;
  private final Map<String, ProviderBlock> providers;
  private final Map<String, Text> names = new HashMap<>();
  private final Set<Address> addresses = new HashSet<>();
  private final List<Declaration> unnamed = new ArrayList<>();
  private boolean complete = true;

  public DeclarationReader(
      ProviderRegistry registry, Diagnostics faults, Map<String, ProviderBlock> providers) {
    this.providers = providers;
    this.registry = registry;
    this.faults = faults;
    this.settings = new SettingsReader(faults);
    this.multiplicity = new MultiplicityReader(faults);
  }

  public List<Declaration> read(Located.Sequence resources) {
    List<Declaration> declarations = new ArrayList<>(resources.elements().size());
    for (Located element : resources.elements()) {
      if (element instanceof Mapping mapping) {
        declaration(mapping).ifPresent(declarations::add);
      } else {
        complete = false;
        faults.error(
            "Wrong type",
            "A resource must be an object, not " + Fields.kind(element) + ".",
            element.range());
      }
    }
    return declarations;
  }

  /** Resources that can't be referred to, but can be checked in all other ways. */
  public List<Declaration> unnamed() {
    return unnamed;
  }

  private static String textOf(Located value) {
    return value.toJson().asText();
  }

  /** Every resource has a name, so that a name which is not among them is not declared. */
  public boolean complete() {
    return complete;
  }

  private Optional<Declaration> declaration(Mapping mapping) {
    Fields fields = new Fields(mapping, "a resource", faults);
    fields.refuseOthers(KNOWN);
    Optional<Text> name = name(fields);
    Optional<Text> type = type(fields);
    Located config =
        fields
            .object("config")
            .<Located>map(object -> object)
            .orElseGet(() -> Located.mapping(List.of(), mapping.range(), mapping.head()));
    List<Text> dependsOn = fields.texts("depends_on");
    Declaration.Multiplicity times = multiplicity.read(fields);
    Settings how = configured(settings.read(fields), type.map(Text::value).orElse(""));
    checkProvider(fields, how);
    if (name.isEmpty() || type.isEmpty()) {
      complete &=
          !fields.value("name").map(value -> !names.containsKey(textOf(value))).orElse(true);
      Text called = name.orElseGet(() -> new Text("?" + unnamed.size(), fields.head()));
      Text typed = type.orElseGet(() -> new Text("?", fields.head()));
      unnamed.add(
          new Declaration(
              called, typed, Address.of("?" + unnamed.size()), config, dependsOn, times, how));
      return Optional.empty();
    }
    Address address = address(name.get(), type.get());
    if (!addresses.add(address)) {
      faults.error(
          "Duplicate address",
          "Another resource of this document has the address " + address + " already.",
          name.get().range());
      return Optional.empty();
    }
    return Optional.of(
        new Declaration(name.get(), type.get(), address, config, dependsOn, times, how));
  }

  private static Address address(Text name, Text type) {
    return Address.of(
        Names.isIdentifier(name.value()) ? type.value() + "." + name.value() : name.value());
  }

  private Optional<Text> name(Fields fields) {
    if (fields.value("name").isEmpty()) {
      fields.missing("name", "Choose another name, for example \"main\".");
      return Optional.empty();
    }
    Optional<Text> read = fields.text("name");
    if (read.isEmpty()) {
      return read;
    }
    Text name = read.get();
    String type = fields.value("type").map(value -> value.toJson().asText()).orElse("");
    if (Names.RESERVED.contains(name.value())) {
      faults.add(
          Diagnostic.error(
                  "Reserved name",
                  "\""
                      + name.value()
                      + "\" begins references of another kind, so it cannot be the name of a"
                      + " resource.",
                  name.range())
              .withHint(
                  "Reserved are "
                      + String.join(", ", Names.RESERVED.stream().sorted().toList())
                      + "."));
    } else if (!Names.isIdentifier(name.value()) && !NodeAddress.belongsTo(name.value(), type)) {
      faults.add(
          Diagnostic.error(
                  "Invalid name",
                  "\"" + name.value() + "\" is not a name: " + whatNamesAre(name.value()),
                  name.range())
              .withHint("A whole address that ends in TYPE.NAME, with this type, is also a name."));
      return Optional.empty();
    }
    Text first = names.putIfAbsent(name.value(), name);
    if (first != null) {
      faults.add(
          Diagnostic.error(
                  "Duplicate name",
                  "A resource named \""
                      + name.value()
                      + "\" is already used in this document, at line "
                      + first.range().line()
                      + ".",
                  name.range())
              .withHint("Names must be unique in a document, whatever the type."));
      return Optional.empty();
    }
    return read;
  }

  private static String whatNamesAre(String written) {
    return written.length() > DocumentLimits.NAME_LENGTH
        ? "a name has at most " + DocumentLimits.NAME_LENGTH + " characters."
        : "a name begins with a letter or an underscore and has only letters, digits, underscores"
            + " and dashes.";
  }

  private Optional<Text> type(Fields fields) {
    if (fields.value("type").isEmpty()) {
      fields.missing("type", "It names the kind of resource, for example \"local_file\".");
      return Optional.empty();
    }
    Optional<Text> type = fields.text("type");
    if (type.isPresent() && registry.resource(type.get().value()).isEmpty()) {
      String written = type.get().value();
      faults.add(
          Diagnostic.error(
                  "Unknown resource type",
                  "No provider has a resource type \"" + written + "\".",
                  type.get().range())
              .withHint(
                  registry
                      .suggestion(TypeSchema.Kind.RESOURCE, written)
                      .map(meant -> "Did you mean \"" + meant + "\"?")
                      .orElse(registry.whereItMayBe())));
    }
    return type;
  }

  private Settings configured(Settings how, String type) {
    return ProviderReader.nameFor(registry, type, how.provider())
        .filter(providers::containsKey)
        .map(name -> how.with(name, Objects.requireNonNull(providers.get(name))))
        .orElse(how);
  }

  private void checkProvider(Fields fields, Settings how) {
    if (how.provider() != null && fields.value("provider").isPresent()) {
      String base = how.provider().split("\\.", 2)[0];
      if (registry.provider(base).isEmpty()) {
        faults.add(
            Diagnostic.error(
                    "Unknown provider",
                    "There is no provider \"" + base + "\".",
                    fields.value("provider").map(Located::range).orElse(null))
                .withHint("Omit the field: the type determines the provider."));
      } else if (how.provider().contains(".") && !providers.containsKey(how.provider())) {
        faults.add(
            Diagnostic.error(
                    "Provider configuration not present",
                    "The document configures no provider \"" + how.provider() + "\".",
                    fields.value("provider").map(Located::range).orElse(null))
                .withHint("Add it to \"providers\": {name: " + how.provider() + ", config: {}}."));
      }
    }
  }
}
