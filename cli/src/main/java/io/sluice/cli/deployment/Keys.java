package io.sluice.cli.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.HiddenId;
import io.sluice.model.record.StateRecord;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The key of a deployment, where it is: a local deployment seals with its directory's, whatever is
 * set; a fleet's is {@code SLUICE_KEY_FILE}, else {@code .sluice/key}.
 */
public final class Keys {
  public static final String VARIABLE = "SLUICE_KEY_FILE";

  private Keys() {}

  /** Fails with what to do where there is none, or where it can't be used. */
  public static Keyring of(Invocation invocation, Settings settings) {
    return Keyring.load(file(invocation, settings));
  }

  public static Path file(Invocation invocation, Settings settings) {
    String named = named(settings);
    return named.isEmpty() || settings.fleet().isEmpty()
        ? new LocalDirectory(invocation.directory()).key()
        : invocation.resolve(named);
  }

  private static String named(Settings settings) {
    return settings.environment().getOrDefault(VARIABLE, "").strip();
  }

  /** To seal with; the first of all makes it. */
  public static Keyring orNew(Invocation invocation, Settings settings) {
    if (settings.fleet().isEmpty()) {
      new LocalDirectory(invocation.directory()).create();
    }
    return Keyring.loadOrGenerate(file(invocation, settings));
  }

  /**
   * To seal what is submitted; the first of a directory's own deployment makes it. A machine that
   * only submits to a fleet may have none: then the planner seals what comes in.
   */
  public static Optional<Keyring> toSeal(Invocation invocation, Settings settings) {
    if (settings.fleet().isEmpty()) {
      return Optional.of(orNew(invocation, settings));
    }
    Path path = file(invocation, settings);
    if (!named(settings).isEmpty() && Files.exists(path)) {
      return Optional.of(Keyring.load(path));
    }
    invocation.note(
        "There is no key here: the planner seals secrets in the document once it has read them. Set"
            + " SLUICE_KEY_FILE to seal them before they are sent.");
    return Optional.empty();
  }

  /** The record with everything in clear; a value that was sealed with another key is an error. */
  public static StateRecord opened(StateRecord record, Sealer opener) {
    return record.withValues(
        opener.openAll(record.workspace(), record.attributes()),
        opener.openAll(record.workspace(), record.desired()));
  }

  public static boolean holdsSealed(StateRecord record) {
    return Sealer.holdsSealed(record.attributes()) || Sealer.holdsSealed(record.desired());
  }

  /** The id that its provider knows it by. */
  public static @Nullable String id(StateRecord record, Supplier<Sealer> opener) {
    JsonNode sealed = HiddenId.sealed(record.privateData());
    return sealed == null || !HiddenId.is(record.id())
        ? record.id()
        : HiddenId.id(opener.get().openAll(record.workspace(), sealed));
  }

  /** A sealed value opens in its own workspace only. */
  public static StateRecord moved(StateRecord record, String to, Supplier<Sealer> sealer) {
    JsonNode own = record.privateData();
    boolean sealed = holdsSealed(record) || (own != null && Sealer.holdsSealed(own));
    if (record.workspace().equals(to) || !sealed) {
      return record.in(to);
    }
    Sealer by = sealer.get();
    String from = record.workspace();
    JsonNode attributes = by.moved(from, to, record.attributes());
    return record
        .in(to)
        .withValues(attributes, by.moved(from, to, record.desired()))
        .withObject(
            record.id(),
            attributes,
            record.sensitivePaths(),
            own == null ? null : by.moved(from, to, own));
  }
}
