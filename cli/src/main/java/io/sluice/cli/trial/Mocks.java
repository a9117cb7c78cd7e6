package io.sluice.cli.trial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.config.test.OverrideBlock;
import io.sluice.language.config.test.TestProvider;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.address.StaticResources;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.ProviderRegistry.StandIns;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is not really asked in a run: resources of mocked providers, and what the test overrides by
 * its address.
 */
final class Mocks implements StandIns {
  private static final Said NOTHING = new Said(ObjectValue.of(Map.of()), false);

  /**
   * What a test says of an object.
   *
   * @param values an object
   * @param duringPlan whether that is known when planning
   */
  record Said(Value values, boolean duringPlan) {}

  private final Map<String, TestProvider.Mock> blocks;
  private final List<OverrideBlock> overrides;
  private final Map<Provider, Provider> standIns = new HashMap<>();
  private final Map<String, ObjectNode> foretold = new ConcurrentHashMap<>();

  /**
   * @param blocks the mock that serves a block, by the block's address
   * @param overrides the first that names a target counts
   */
  Mocks(Map<String, TestProvider.Mock> blocks, List<OverrideBlock> overrides) {
    this.blocks = Map.copyOf(blocks);
    this.overrides =
        overrides.stream().filter(each -> each.kind() != OverrideBlock.Kind.MODULE).toList();
  }

  /** What was said of an object beforehand is what it becomes. */
  ObjectNode foretold(Address address) {
    return foretold.computeIfAbsent(address.live().text(), any -> Json.object());
  }

  boolean isEmpty() {
    return blocks.isEmpty() && overrides.isEmpty();
  }

  /** The providers of a run: one that is stood in for is asked only about the others' objects. */
  ProviderRegistry over(ProviderRegistry registry) {
    if (isEmpty()) {
      return registry;
    }
    List<Provider> own = new ArrayList<>();
    for (Provider real : registry.real().values()) {
      own.add(standIn(real));
    }
    for (Provider provider : registry.providers()) {
      if (own.stream().noneMatch(mock -> mock.name().equals(provider.name()))) {
        own.add(standIn(provider));
      }
    }
    return registry.standingIn(own, this);
  }

  private Provider standIn(Provider provider) {
    return standIns.computeIfAbsent(provider, real -> new MockProvider(real, this));
  }

  @Override
  public Optional<Provider> instead(String block, Provider usual) {
    boolean mocked =
        blocks.containsKey(block)
            || overrides.stream().anyMatch(override -> isWithin(override.target(), block));
    return mocked && !(usual instanceof MockProvider)
        ? Optional.of(standIn(usual))
        : Optional.empty();
  }

  private static boolean isWithin(String target, String block) {
    return target.equals(block) || withoutKeys(target).equals(block);
  }

  private static String withoutKeys(String target) {
    return StaticResources.withoutKeys(target);
  }

  /** What the test says of an object; empty where its provider is really asked. */
  Optional<Said> of(Address address, TypeSchema schema) {
    String text = address.live().text();
    String block = withoutKeys(text);
    Optional<Said> overridden = overridden(overrides, text, block);
    TestProvider.@Nullable Mock mock = blocks.get(block);
    if (overridden.isPresent() || mock == null) {
      return overridden;
    }
    Optional<Said> ofMock = overridden(mock.overrides(), text, block);
    if (ofMock.isPresent()) {
      return ofMock;
    }
    TestProvider.Defaults defaults =
        (schema.kind() == TypeSchema.Kind.DATA ? mock.data() : mock.resources()).get(schema.type());
    return Optional.of(
        defaults == null
            ? new Said(NOTHING.values(), mock.duringPlan())
            : new Said(defaults.values(), defaults.duringPlan()));
  }

  /** One instance is meant before all. */
  private static Optional<Said> overridden(
      List<OverrideBlock> overrides, String text, String block) {
    for (String target : List.of(text, block)) {
      for (OverrideBlock override : overrides) {
        if (override.target().equals(target)) {
          return Optional.of(new Said(override.values(), override.duringPlan()));
        }
      }
    }
    return Optional.empty();
  }
}
