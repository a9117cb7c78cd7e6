package io.sluice.bridge.process;

import io.sluice.bridge.wire.PluginChannel;
import java.util.Optional;

/** A plugin that can be called: one that was started here, or one that somebody debugs. */
public interface Plugin extends AutoCloseable {
  PluginChannel channel();

  boolean isAlive();

  /** How it ended, if it ended by itself. */
  Optional<CrashReport> crash();

  /** Ends it, and whatever still runs in it. */
  @Override
  void close();
}
