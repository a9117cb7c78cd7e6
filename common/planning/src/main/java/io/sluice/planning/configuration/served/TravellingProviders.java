package io.sluice.planning.configuration.served;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Module;
import io.sluice.language.config.References;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceName;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.json.Json;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.ProviderPackage;
import io.sluice.provider.schema.TypeSchema.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The real providers of a configuration, for a planner without their packages: which ones they are,
 * and the schemas of the types that the configuration or state uses.
 */
public final class TravellingProviders {
  /** All of them, unpacked; each takes a tenth of that on its way. */
  private static final int MOST_BYTES = 32 << 20;

  private TravellingProviders() {}

  /** The schemas that a configuration uses don't fit with it; the message is a sentence. */
  public static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * Those that the configuration or what state holds uses.
   *
   * @throws TooLarge if they don't fit
   */
  public static List<ProviderPackage> of(
      ProviderRegistry registry, Module root, Collection<StateRecord> held) {
    SortedMap<String, Map<Kind, Set<String>>> used = new TreeMap<>();
    collect(root, used);
    for (StateRecord record : held) {
      add(used, record.source(), Kind.RESOURCE, record.type());
    }
    List<ProviderPackage> packages = new ArrayList<>();
    used.forEach(
        (source, types) ->
            registry
                .real(source)
                .flatMap((Provider provider) -> provider.packed(types))
                .ifPresent(packages::add));
    requireFit(packages);
    return packages;
  }

  private static void requireFit(List<ProviderPackage> packages) {
    long bytes = packages.stream().mapToLong(one -> one.schemas().length).sum();
    if (bytes > MOST_BYTES) {
      throw new TooLarge(
          "The schemas of the types of %s that are used take %d MiB, and at most %d MiB travel with a configuration."
              .formatted(
                  String.join(", ", packages.stream().map(ProviderPackage::source).toList()),
                  bytes >> 20,
                  MOST_BYTES >> 20));
    }
  }

  private static void collect(Module module, Map<String, Map<Kind, Set<String>>> used) {
    for (Resource resource : module.resources().values()) {
      Kind kind =
          switch (resource.name().mode()) {
            case MANAGED -> Kind.RESOURCE;
            case DATA -> Kind.DATA;
            case EPHEMERAL -> Kind.EPHEMERAL;
          };
      String source = source(module, resource.localProvider());
      add(used, source, kind, resource.name().type());
      for (ResourceName data : References.ownData(resource.body())) {
        add(used, source, Kind.DATA, data.type());
      }
    }
    for (ProviderConfiguration configuration : module.providers()) {
      add(used, source(module, configuration.name()), null, "");
    }
    for (String required : module.requiredProviders().keySet()) {
      add(used, source(module, required), null, "");
    }
    module.children().values().forEach(child -> collect(child, used));
  }

  private static @Nullable String source(Module module, String localName) {
    return module.provider(localName).map(ProviderSource::toString).orElse(null);
  }

  private static void add(
      Map<String, Map<Kind, Set<String>>> used,
      @Nullable String source,
      @Nullable Kind kind,
      String type) {
    if (source != null) {
      Map<Kind, Set<String>> types = used.computeIfAbsent(source, any -> new EnumMap<>(Kind.class));
      if (kind != null) {
        types.computeIfAbsent(kind, any -> new TreeSet<>()).add(type);
      }
    }
  }

  public static void write(ObjectNode into, List<ProviderPackage> packages) {
    for (ProviderPackage one : packages) {
      ObjectNode node = into.putObject(one.source());
      node.put("version", one.version());
      ArrayNode hashes = node.putArray("hashes");
      one.hashes().forEach(hashes::add);
      node.put("schemas", Base64.getEncoder().encodeToString(zipped(one.schemas())));
    }
  }

  /** One of them, for a node. */
  public static JsonNode form(ProviderPackage one) {
    ObjectNode form = Json.object();
    write(form, List.of(one));
    return form;
  }

  /** What can't be read is a fault. */
  public static List<ProviderPackage> read(JsonNode section, List<Diagnostic> faults) {
    List<ProviderPackage> packages = new ArrayList<>();
    section
        .properties()
        .forEach(
            entry -> {
              JsonNode node = entry.getValue();
              List<String> hashes = new ArrayList<>();
              node.path("hashes").forEach(hash -> hashes.add(hash.asText()));
              try {
                packages.add(
                    new ProviderPackage(
                        entry.getKey(),
                        node.path("version").asText(),
                        hashes,
                        unzipped(Base64.getDecoder().decode(node.path("schemas").asText()))));
              } catch (IOException | IllegalArgumentException e) {
                faults.add(
                    Diagnostic.error(
                        "Damaged configuration bundle",
                        "The schemas of %s can't be read: %s."
                            .formatted(entry.getKey(), e.getMessage()),
                        null));
              }
            });
    return packages;
  }

  /** With the providers that arrived; what can't be read is a fault. */
  public static ProviderRegistry beside(
      ProviderRegistry others, List<ProviderPackage> packages, Diagnostics faults) {
    try {
      return others.reading(packages);
    } catch (ProviderPackage.Damaged e) {
      faults.error("Damaged configuration bundle", e.sentence(), null);
      return others;
    }
  }

  private static byte[] zipped(byte[] bytes) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  private static byte[] unzipped(byte[] zipped) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw new IOException("they are larger than " + (MOST_BYTES >> 20) + " MiB");
      }
      return bytes;
    }
  }
}
