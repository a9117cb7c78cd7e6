package io.sluice.cli.surgery;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.OwnData;
import io.sluice.cli.terminal.Fault;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives records to another provider. Between real ones everything stays as it is, since one is a
 * fork of the other. One of Sluice's own and a real one keep other things with an object: what
 * Terraform's state had for a real one comes back, and everything else goes.
 */
public final class ProviderChange {
  private static final String FROM_TERRAFORM = "terraform";

  private final ProviderRegistry registry;
  private final ProviderSource from;
  private final ProviderSource to;

  private ProviderChange(ProviderRegistry registry, ProviderSource from, ProviderSource to) {
    this.registry = registry;
    this.from = from;
    this.to = to;
  }

  /**
   * @param names records, resources or modules; all where there is none
   */
  public static Edit of(
      Records records,
      ProviderRegistry registry,
      ProviderSource from,
      ProviderSource to,
      List<String> names) {
    ProviderChange change = new ProviderChange(registry, from, to);
    for (String name : names) {
      if (records.meant(name).isEmpty()) {
        throw Move.unknown(name, records);
      }
    }
    List<StateRecord> put =
        records.all().stream()
            .filter(
                record ->
                    names.isEmpty()
                        || names.stream()
                            .anyMatch(name -> Records.within(record.address().text(), name)))
            .filter(record -> change.writer(record).filter(from::equals).isPresent())
            .map(change::given)
            .toList();
    return Edit.touching("state replace-provider " + from + " " + to, put, List.of(), records);
  }

  private Optional<ProviderSource> writer(StateRecord record) {
    String source = record.source();
    return source == null
        ? registry.resource(record).map(found -> ProviderSource.builtIn(found.provider().name()))
        : Optional.of(ProviderSource.parse(source));
  }

  private StateRecord given(StateRecord record) {
    if (to.isBuiltIn()) {
      TypeSchema schema =
          registry
              .find(null, TypeSchema.Kind.RESOURCE, record.type())
              .filter(found -> found.provider().name().equals(to.type()))
              .orElseThrow(() -> lacks(record))
              .schema();
      return record.by(null, schema.version(), null);
    }
    if (record.source() != null) {
      return record.by(to.toString());
    }
    JsonNode own = HiddenId.own(record.privateData());
    @Nullable JsonNode kept = own == null ? null : own.get(FROM_TERRAFORM);
    return kept == null
        ? record.by(to.toString(), 0, null)
        : record.by(
            to.toString(), kept.path("schema_version").asInt(), OwnData.of(kept).recorded());
  }

  private Fault lacks(StateRecord record) {
    return Fault.of(
        to + " has no resource type " + record.type(),
        record.address() + " would belong to it.",
        "Name the addresses that are to go over: sluice state replace-provider %s %s ADDRESS…"
            .formatted(from, to));
  }
}
