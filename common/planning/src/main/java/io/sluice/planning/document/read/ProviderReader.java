package io.sluice.planning.document.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.Severity;
import io.sluice.language.source.SourceRange;
import io.sluice.language.substitution.References;
import io.sluice.model.Suggestion;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.document.read.Fields.Text;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Entry;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.planning.document.text.Located.Scalar;
import io.sluice.planning.document.text.Located.Sequence;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ConfigFault;
import io.sluice.provider.schema.SchemaCheck;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers}: their configurations, limits, and other names. */
public final class ProviderReader {
  private static final Set<String> KNOWN = Set.of("name", "config", "rate", "max_concurrent");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]*(\\.[A-Za-z_][\\w-]*)?");
  private static final int MOST = 1_000_000;

  private final ProviderRegistry registry;
  private final Diagnostics faults;
  private final SortedMap<String, ProviderBlock> blocks = new TreeMap<>();

  public ProviderReader(ProviderRegistry registry, Diagnostics faults) {
    this.registry = registry;
    this.faults = faults;
  }

  public SortedMap<String, ProviderBlock> read(Fields document) {
    Located written = document.value("providers").orElse(null);
    if (written instanceof Sequence sequence) {
      for (Located element : sequence.elements()) {
        if (element instanceof Mapping mapping) {
          block(mapping);
        } else {
          document.wrongType("providers", "a list of objects", element);
        }
      }
    } else if (written != null) {
      document.wrongType("providers", "a list of objects", written);
    }
    return blocks;
  }

  private void block(Mapping mapping) {
    Fields fields = new Fields(mapping, "a provider", faults);
    fields.refuseOthers(KNOWN);
    if (fields.value("name").isEmpty()) {
      fields.missing("name", "Use the provider's name, or add a name of your own: fakecloud.west.");
      return;
    }
    Text name = fields.text("name").orElse(null);
    if (name == null) {
      return;
    }
    if (!NAME.matcher(name.value()).matches()) {
      faults.error(
          "Invalid provider name",
          "\"" + name.value() + "\" is neither PROVIDER nor PROVIDER.NAME.",
          name.range());
      return;
    }
    Provider provider = registry.provider(name.value().split("\\.", 2)[0]).orElse(null);
    if (provider == null) {
      unknown(name);
      return;
    }
    if (blocks.containsKey(name.value())) {
      faults.error(
          "Duplicate provider configuration",
          "\"" + name.value() + "\" is already configured in this document.",
          name.range());
      return;
    }
    BlockBody body = provider.configuration();
    JsonNode config =
        fields
            .object("config")
            .map(written -> config(written, body))
            .orElseGet(io.sluice.model.json.Json::object);
    blocks.put(
        name.value(),
        new ProviderBlock(config, rate(fields), most(fields), body.sensitivePointers()));
  }

  private void unknown(Text name) {
    String base = name.value().split("\\.", 2)[0];
    List<String> names = registry.providers().stream().map(Provider::name).toList();
    faults.add(
        Diagnostic.error("Unknown provider", "There is no provider \"" + base + "\".", name.range())
            .withHint(
                Suggestion.of(base, names)
                    .map(meant -> "Did you mean \"" + meant + "\"?")
                    .orElse(registry.whereItMayBe())));
  }

  private JsonNode config(Mapping written, BlockBody body) {
    JsonNode config = written.toJson();
    for (ConfigFault fault : SchemaCheck.check(body, config)) {
      faults.add(
          new Diagnostic(
              fault.warning() ? Severity.WARNING : Severity.ERROR,
              fault.summary(),
              fault.detail(),
              fault.hint() == null ? "" : fault.hint(),
              place(written, fault.pointer()),
              null,
              List.of(),
              ""));
    }
    for (var found : References.in(config)) {
      if (!(found instanceof io.sluice.language.substitution.Reference.Variable)) {
        faults.add(
            Diagnostic.error(
                    "Invalid reference",
                    "The configuration of a provider may contain ${VARIABLE}, but no values of"
                        + " resources: ${"
                        + found.text()
                        + "}.",
                    place(written, found.where()))
                .withHint("Write $${ for a literal ${."));
      }
    }
    return config;
  }

  private static SourceRange place(Mapping written, String pointer) {
    String first = pointer.startsWith("/") ? pointer.substring(1).split("/", 2)[0] : "";
    Entry entry = written.find(first);
    return entry == null ? written.head() : entry.keyRange();
  }

  private @Nullable Double rate(Fields fields) {
    Located rate = fields.value("rate").orElse(null);
    if (rate == null) {
      return null;
    }
    if (rate instanceof Scalar scalar && scalar.value().isNumber()) {
      double value = scalar.value().doubleValue();
      if (value > 0 && value <= MOST) {
        return value;
      }
    }
    faults.error(
        "Invalid rate",
        "\"rate\" must be a number of operations a second, above 0 and at most " + MOST + ".",
        rate.head());
    return null;
  }

  private @Nullable Integer most(Fields fields) {
    var most = fields.integer("max_concurrent");
    if (most.isPresent() && (most.getAsInt() < 1 || most.getAsInt() > MOST)) {
      faults.error(
          "Invalid max_concurrent",
          "\"max_concurrent\" must be a number of operations from 1 to " + MOST + ".",
          fields.value("max_concurrent").map(Located::head).orElse(null));
    }
    return most.isPresent() ? (Integer) most.getAsInt() : null;
  }

  /** The block that a resource of a type uses: the one it names, else its provider's own. */
  static Optional<String> nameFor(
      ProviderRegistry registry, String type, @Nullable String provider) {
    return provider != null
        ? Optional.of(provider)
        : registry.resource(type).map(found -> found.provider().name());
  }
}
