package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.graph.Plan;
import io.sluice.planning.secret.SecretTexts;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.Redaction;
import io.sluice.provider.SecretPaths;
import io.sluice.seal.Sealer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Secrets of state that are in clear during planning. An evaluation carries no marks from records,
 * as Terraform's does not, but whatever contains such a secret travels sealed and is never shown.
 */
public final class RecordedSecrets {
  private static final String EXPRESSION = "/$expr";

  private final Map<Address, StateRecord> records = new HashMap<>();

  public RecordedSecrets(Collection<StateRecord> records) {
    records.stream()
        .filter(record -> !record.sensitivePaths().isEmpty())
        .forEach(record -> this.records.put(record.address(), record));
  }

  public Node hidden(Node node) {
    List<String> paths = in(node.config(), node.address(), node.dependencies());
    return paths.isEmpty() ? node : node.hiding(paths);
  }

  /**
   * The plan, with what is secret of each of its nodes.
   *
   * @param marked what the configuration says is secret
   */
  public Plan known(Plan plan, Set<String> marked) {
    Map<String, Set<String>> secrets = new HashMap<>();
    for (Node node : plan.nodes()) {
      if (Secrets.mayHoldSecrets(node)) {
        Set<String> recorded = new LinkedHashSet<>();
        of(node.address()).forEach(value -> SecretTexts.collect(value, recorded));
        node.dependencies()
            .forEach(each -> of(each).forEach(value -> SecretTexts.collect(value, recorded)));
        recorded.addAll(recorded.isEmpty() ? Set.of() : marked);
        secrets.put(node.id(), recorded.isEmpty() ? marked : recorded);
      }
    }
    return plan.knowing(secrets);
  }

  /** JSON pointers of what holds a secret of the object itself, or of one that it depends on. */
  public List<String> in(@Nullable JsonNode tree, Address self, Collection<Address> dependencies) {
    if (records.isEmpty() || tree == null) {
      return List.of();
    }
    List<JsonNode> secrets = new ArrayList<>(of(self));
    dependencies.forEach(dependency -> secrets.addAll(of(dependency)));
    if (secrets.isEmpty()) {
      return List.of();
    }
    Set<String> paths = new TreeSet<>();
    for (String path : SecretPaths.of(tree, List.of(), Redaction.ofValues(secrets))) {
      int expression = path.indexOf(EXPRESSION);
      paths.add(expression < 0 ? path : path.substring(0, expression));
    }
    return List.copyOf(paths);
  }

  private List<JsonNode> of(Address address) {
    StateRecord record = records.get(address);
    return record == null
        ? List.of()
        : record.sensitivePaths().stream()
            .map(record.attributes()::at)
            .filter(value -> !Sealer.holdsSealed(value))
            .toList();
  }
}
