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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * The real providers of a worker.
 *
 * @param root where relative paths start if the submitter's directory is not on this machine
 * @param past of which calls it is known that they are over
 */
public record PluginWorks(PluginHost host, Path root, PastCalls past) implements AutoCloseable {
  /** What came of looking for a provider. */
  public sealed interface Bound {
    record Ready(BoundPlugin plugin) implements Bound {}

    /** Certainly nothing was done; another worker, or this one later, may have it. */
    record Unavailable(String reason) implements Bound {}
  }

  /** A provider that can be started here. */
  public record BoundPlugin(
      PluginHost host, Found.Program program, Path directory, SchemaCatalog catalog) {
    /** The same for the same provider in the same configuration; nothing can be read out of it. */
    public String key(Value config) throws DecodeFailed {
      return PluginHost.key(program, catalog, config);
    }

    public Opened openUnconfigured() {
      return host.openUnconfigured(program, directory);
    }

    public Opened open(Value config, Collection<String> secrets) {
      return host.open(program, directory, config, secrets);
    }
  }

  public Bound bind(PluginWork work) {
    Optional<Path> submitted =
        Optional.ofNullable(work.directory()).map(Path::of).filter(Files::isDirectory);
    Path directory = submitted.orElse(root);
    Wanted wanted = new Wanted(work.source(), work.version(), work.hashes(), submitted);
    return switch (host.find(wanted)) {
      case Found.Missing(String reason) -> new Bound.Unavailable(reason);
      case Found.Program program ->
          switch (host.describe(program, directory)) {
            case Described.Unknown(String reason) -> new Bound.Unavailable(reason);
            case Described.Known(SchemaCatalog catalog) ->
                new Bound.Ready(new BoundPlugin(host, program, directory, catalog));
          };
    };
  }

  @Override
  public void close() {
    host.close();
  }
}
