package io.sluice.bridge.host;

import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.PluginSession;
import java.time.Duration;
import java.util.Collection;

/** One use of a configured provider, to be given back by closing it. */
public final class PluginUse implements AutoCloseable {
  private final PluginHost host;
  private final HostedPlugin plugin;
  private final PluginSession session;
  private volatile boolean givenUp;

  PluginUse(PluginHost host, HostedPlugin plugin, PluginSession session) {
    this.host = host;
    this.plugin = plugin;
    this.session = session;
  }

  public PluginSession session() {
    return session;
  }

  public SchemaCatalog catalog() {
    return session.catalog();
  }

  /** What must not be seen in what the provider prints from now on. */
  public void hide(Collection<String> texts) {
    plugin.hidden.add(texts);
  }

  /** A text without what must not be seen. */
  public String redacted(String text) {
    return plugin.hidden.apply(text);
  }

  /**
   * Nobody wants what it is used for any more. Others may still use the same process, and a
   * provider can only be told to stop everything: that is done as soon as all that is left in it
   * was given up. The process takes nothing new from now on.
   */
  public void giveUp() {
    givenUp = true;
    host.givenUp(plugin);
  }

  /** The process that is used. */
  public ProcessHandle process() {
    return running().handle();
  }

  /** Whether the process ends in this time, by itself or because somebody ends it. */
  public boolean endsWithin(Duration time) {
    return running().endsWithin(time);
  }

  private PluginProcess running() {
    if (plugin.start.join() instanceof HostedPlugin.Start.Running running) {
      return running.process();
    }
    throw new IllegalStateException("a plugin is used that did not start");
  }

  boolean isGivenUp() {
    return givenUp;
  }

  HostedPlugin plugin() {
    return plugin;
  }

  @Override
  public void close() {
    host.giveBack(this);
  }
}
