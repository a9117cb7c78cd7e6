package io.sluice.planning.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import java.util.List;
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
  public Placeholder(
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
      List<String> sensitive) {
    this(
        declared,
        name,
        address,
        type,
        counted,
        multiplicity,
        config,
        references,
        dependencies,
        settings,
        maxInstances,
        by,
        triggers,
        replaced,
        sensitive,
        null);
  }

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
    return with(instances, program);
  }

  /** The same, whose instances a real provider serves. */
  public Placeholder servedBy(PluginWork provider) {
    return with(replaced, provider);
  }

  private Placeholder with(List<String> instances, @Nullable PluginWork provider) {
    return new Placeholder(
        declared,
        name,
        address,
        type,
        counted,
        multiplicity,
        config,
        references,
        dependencies,
        settings,
        maxInstances,
        by,
        triggers,
        instances,
        sensitive,
        provider);
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
}
