package io.sluice.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.reader.Reader;
import io.sluice.client.reader.ReaderCircles;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** Who reads outputs of others in a deployment, and what of that has changed, as it is now. */
public final class SeenReaders {
  private final Invocation invocation;
  private final Settings settings;
  private final Deployment deployment;
  private final Map<String, Optional<Map<String, JsonNode>>> outputs = new HashMap<>();

  public SeenReaders(Invocation invocation, Settings settings, Deployment deployment) {
    this.invocation = invocation;
    this.settings = settings;
    this.deployment = deployment;
  }

  /**
   * @param circular whether it reads what it makes itself, through others
   */
  public record Seen(
      Reader reader, SortedMap<String, SortedSet<String>> changed, boolean circular) {}

  /** All, by name. */
  public List<Seen> all() {
    Reader.Opener opener = opener();
    List<Reader> readers = new ArrayList<>();
    deployment.query().readers().forEach(each -> Reader.of(each, opener).ifPresent(readers::add));
    readers.sort(Comparator.comparing(Reader::workspace));
    Set<String> circles = ReaderCircles.in(readers);
    List<Seen> seen = new ArrayList<>();
    for (Reader reader : readers) {
      Map<String, Map<String, JsonNode>> now = new HashMap<>();
      reader
          .reads()
          .keySet()
          .forEach(from -> outputs(from).ifPresent(outputs -> now.put(from, outputs)));
      seen.add(new Seen(reader, reader.changed(now), circles.contains(reader.workspace())));
    }
    return seen;
  }

  private Reader.Opener opener() {
    Path key = Keys.file(invocation, settings);
    if (!Files.exists(key)) {
      return (workspace, tree) -> tree;
    }
    Sealer opener = Keyring.load(key).opener();
    return opener::openAll;
  }

  /** Empty for a workspace that holds nothing: what was read there is gone, and not another. */
  private Optional<Map<String, JsonNode>> outputs(String workspace) {
    return outputs.computeIfAbsent(
        workspace,
        name -> {
          Snapshot state = ConfigurationPlanning.state(invocation, settings, deployment, name);
          Map<String, JsonNode> values = new HashMap<>();
          Outputs.of(state).forEach((output, each) -> values.put(output, each.value()));
          return values.isEmpty() && state.resources().isEmpty()
              ? Optional.empty()
              : Optional.of(values);
        });
  }
}
