package io.sluice.cli.surgery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.exchange.TerraformExport;
import io.sluice.exchange.TerraformOutputs;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import io.sluice.seal.Sealer;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A snapshot as Terraform's state: what is sealed must have been opened before. */
public final class TerraformForm {
  private TerraformForm() {}

  public static ObjectNode of(Snapshot snapshot, Invocation invocation) {
    JsonNode outputs = snapshot.outputs();
    List<String> sealed =
        Stream.concat(
                snapshot.resources().stream()
                    .filter(TerraformForm::holdsSealed)
                    .map(record -> record.address().text()),
                Stream.of("outputs").filter(any -> outputs != null && Sealer.holdsSealed(outputs)))
            .toList();
    if (!sealed.isEmpty()) {
      throw Fault.of(
          "State holds sealed values",
          "Terraform can't read them: "
              + String.join(", ", sealed.stream().limit(5).toList())
              + (sealed.size() > 5 ? ", ..." : "")
              + ".",
          "--reveal writes them in clear, if the key is here; protect the file as you protect the"
              + " key.");
    }
    Origin origin = snapshot.origin();
    TerraformExport.Exported exported =
        TerraformExport.write(
            origin == null ? "" : origin.lineage(),
            serial(origin, snapshot.lastChange()),
            snapshot.resources(),
            TerraformOutputs.of(outputs),
            InstalledProviders.all(invocation));
    exported.left().forEach(invocation::note);
    return exported.state();
  }

  /** What a real provider keeps is Terraform's too. */
  private static boolean holdsSealed(StateRecord record) {
    JsonNode own = HiddenId.own(record.privateData());
    return Keys.holdsSealed(record)
        || (record.source() != null && own != null && Sealer.holdsSealed(own));
  }

  /** The same with what its provider keeps in clear. */
  public static StateRecord opened(StateRecord record, Sealer opener) {
    JsonNode own = HiddenId.own(record.privateData());
    return own == null
        ? record
        : record.withObject(
            record.id(),
            record.attributes(),
            record.sensitivePaths(),
            opener.openAll(record.workspace(), own));
  }

  /** Counts on from the serial that the state came with. */
  public static long serial(@Nullable Origin origin, long version) {
    return origin == null
        ? Math.max(1, version)
        : origin.serial() + Math.max(0, version - origin.version());
  }

  /** Where a file of this serial is in the workspace's own count. */
  public static long version(@Nullable Origin origin, long serial) {
    return origin == null ? serial : origin.version() + serial - origin.serial();
  }

  /** The records that anyone has changed since a file of this version was taken. */
  public static List<String> changedSince(List<StateRecord> records, long version) {
    return records.stream()
        .filter(record -> record.version() > version)
        .map(record -> record.address().text())
        .toList();
  }
}
