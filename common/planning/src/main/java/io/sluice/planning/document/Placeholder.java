package io.sluice.planning.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A declaration whose {@code count} or {@code for_each} waits for another node.
 *
 * @param address ends in {@code [*]}
 * @param counted {@code count}, else {@code for_each}
 * @param multiplicity what the number or the keys come from, or the first of several
 * @param by the expression that makes them of values, where it is more than one reference
 * @param triggers what must not change without replacing every instance
 * @param replaced instances in state that are replaced, whatever becomes of them otherwise
 * @param config with {@code count} and {@code each} still in it
 * @param sensitive JSON pointers of what is secret beyond what the schema says, into an object of
 *     {@code config} and {@code by}
 * @param references of the configuration, without {@code multiplicity}
 * @param program the real provider of its instances, with the schemas of their type where what a
 *     provider planned goes; null for one of Sluice's own
 * @param dependencies of the instances, with that of {@code multiplicity}
 */
public record Placeholder(
    Address declared,
    String name,
    Address address,
    String type,
    boolean counted,
    Reference multiplicity,
    JsonNode config,
    List<Reference> references,
    List<Address> dependencies,
    Settings settings,
    int maxInstances,
    @Nullable JsonNode by,
    List<Reference> triggers,
    List<String> replaced,
    List<String> sensitive,
    @Nullable PluginWork program) {

  /** More instances than this are a mistake, unless the declaration says otherwise. */
  public static final int MAX_INSTANCES = 1_000;

  private static final String MARK = "[*]";
  private static final String CONFIG = "/config";

  public Placeholder {
    references = List.copyOf(references);
    dependencies = List.copyOf(dependencies);
    triggers = List.copyOf(triggers);
    replaced = List.copyOf(replaced);
    sensitive = List.copyOf(sensitive);
  }

  /** The same, with these instances replaced. */
  public Placeholder replacing(List<String> instances) {
    return changed(draft -> draft.replaced = instances);
  }

  /** The same, whose instances a real provider serves. */
  public Placeholder servedBy(PluginWork provider) {
    return changed(draft -> draft.program = provider);
  }

  /** The same paths as {@link #sensitive()}, of the configuration alone. */
  public static List<String> ofConfig(List<String> sensitive) {
    return sensitive.stream()
        .filter(path -> path.startsWith(CONFIG + "/"))
        .map(path -> path.substring(CONFIG.length()))
        .toList();
  }

  /** Paths of a configuration as those of the placeholder that holds it. */
  public static List<String> inConfig(List<String> paths) {
    return paths.stream().map(path -> CONFIG + path).toList();
  }

  public static Address addressOf(Address declared) {
    return Address.of(declared + MARK);
  }

  /** Whether the address is that of a placeholder. */
  public static boolean is(Address address) {
    return address.text().endsWith(MARK);
  }

  /** What the address of every instance begins with. */
  public static String instancePrefix(Address placeholder) {
    return placeholder.text().substring(0, placeholder.text().length() - MARK.length()) + "[";
  }

  /** Each value by its name. */
  public static Placeholder of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  private Placeholder changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.built();
  }

  /** The values of a {@link Placeholder} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public Address declared;
    public String name;
    public Address address;
    public String type;
    public boolean counted;
    public Reference multiplicity;
    public JsonNode config;
    public List<Reference> references = List.of();
    public List<Address> dependencies = List.of();
    public Settings settings;
    public int maxInstances;
    public @Nullable JsonNode by;
    public List<Reference> triggers = List.of();
    public List<String> replaced = List.of();
    public List<String> sensitive = List.of();
    public @Nullable PluginWork program;

    private Draft() {}

    private Draft(Placeholder from) {
      declared = from.declared;
      name = from.name;
      address = from.address;
      type = from.type;
      counted = from.counted;
      multiplicity = from.multiplicity;
      config = from.config;
      references = from.references;
      dependencies = from.dependencies;
      settings = from.settings;
      maxInstances = from.maxInstances;
      by = from.by;
      triggers = from.triggers;
      replaced = from.replaced;
      sensitive = from.sensitive;
      program = from.program;
    }

    private Placeholder built() {
      return new Placeholder(
          Objects.requireNonNull(declared, "declared"),
          Objects.requireNonNull(name, "name"),
          Objects.requireNonNull(address, "address"),
          Objects.requireNonNull(type, "type"),
          counted,
          Objects.requireNonNull(multiplicity, "multiplicity"),
          Objects.requireNonNull(config, "config"),
          references,
          dependencies,
          Objects.requireNonNull(settings, "settings"),
          maxInstances,
          by,
          triggers,
          replaced,
          sensitive,
          program);
    }
  }
}
