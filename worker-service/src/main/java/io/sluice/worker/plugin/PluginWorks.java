package io.sluice.worker.plugin;

import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.host.Described;
import io.sluice.bridge.host.Opened;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.host.PluginPackages.Found;
import io.sluice.bridge.host.PluginPackages.Wanted;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.language.value.Value;
import io.sluice.model.plan.PluginWork;
import io.sluice.worker.files.RelativePaths;
import io.sluice.worker.files.Workplace;
import io.sluice.worker.files.Workplaces;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.UnaryOperator;

/**
 * The real providers of a worker.
 *
 * @param places where they find files
 * @param past knows which calls are over
 */
public record PluginWorks(PluginHost host, Workplaces places, PastCalls past)
    implements AutoCloseable {
  /** Where people plan and workers work in one directory. */
  public PluginWorks(PluginHost host, Path root, PastCalls past) {
    this(host, Workplaces.here(root), past);
  }

  /** The outcome of looking for a provider. */
  public sealed interface Bound {
    record Ready(BoundPlugin plugin) implements Bound {}

    /** Certainly nothing was done; another worker, or this one later, may have it. */
    record Unavailable(String reason) implements Bound {}
  }

  /** A provider that can be started here. */
  public record BoundPlugin(
      PluginHost host, Found.Program program, Workplace place, SchemaCatalog catalog) {
    /** The same for the same provider in the same configuration; nothing can be read out of it. */
    public String key(Value config) throws DecodeFailed {
      return PluginHost.key(program, catalog, config);
    }

    /** Where its relative paths start. */
    public Path directory() {
      return place.directory();
    }

    public Opened openUnconfigured() {
      return host.openUnconfigured(program, place.directory());
    }

    /**
     * @param config of the provider
     * @param look looks at all else that it is to be given
     */
    public Opened open(
        Value config, Collection<String> secrets, UnaryOperator<RelativePaths> look) {
      return host.open(program, directory(config, look), config, secrets);
    }

    /** Where a call in this configuration is made. */
    public Path directory(Value config, UnaryOperator<RelativePaths> look) {
      return place.directory(paths -> look.apply(paths.in(config)));
    }
  }

  /** For what finds no files of a run. */
  public Bound bind(PluginWork work) {
    return bind(work, places.standingPlace(work));
  }

  /**
   * @param place where the provider's relative paths start
   */
  public Bound bind(PluginWork work, Workplace place) {
    Wanted wanted =
        new Wanted(work.source(), work.version(), work.hashes(), places.submitted(work));
    return switch (host.find(wanted)) {
      case Found.Missing(String reason) -> new Bound.Unavailable(reason);
      case Found.Program program ->
          switch (host.describe(program, place.directory())) {
            case Described.Unknown(String reason) -> new Bound.Unavailable(reason);
            case Described.Known(SchemaCatalog catalog) ->
                new Bound.Ready(new BoundPlugin(host, program, place, catalog));
          };
    };
  }

  @Override
  public void close() {
    host.close();
    places.close();
  }
}
