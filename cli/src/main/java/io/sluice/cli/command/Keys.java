package io.sluice.cli.command;

import io.sluice.cli.deployment.Settings;
import io.sluice.cli.stack.StackDirectory;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.seal.Keyring;
import io.sluice.transport.seal.Sealer;
import java.nio.file.Path;

/** The key of a deployment, where it is: {@code SLUICE_KEY_FILE}, else {@code .sluice/key}. */
final class Keys {
  private Keys() {}

  /** Fails with what to do where there is none, or where it can't be used. */
  static Keyring of(Invocation invocation, Settings settings) {
    String file = settings.environment().getOrDefault("SLUICE_KEY_FILE", "").strip();
    Path path =
        file.isEmpty()
            ? new StackDirectory(invocation.directory()).key()
            : invocation.resolve(file);
    return Keyring.load(path);
  }

  /** The record with everything in clear; a value that was sealed with another key is an error. */
  static StateRecord opened(StateRecord record, Sealer opener) {
    return record.withValues(
        opener.openAll(record.workspace(), record.attributes()),
        opener.openAll(record.workspace(), record.desired()));
  }

  static boolean holdsSealed(StateRecord record) {
    return Sealer.holdsSealed(record.attributes()) || Sealer.holdsSealed(record.desired());
  }
}
