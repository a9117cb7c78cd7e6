package io.sluice.planning.configuration.served;

import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Additions;
import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Module;
import io.sluice.language.config.ProviderBlocks;
import io.sluice.language.config.Resource;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ModuleInstances;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.Suggestion;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Route;
import io.sluice.planning.configuration.values.BodyDecoder;
import io.sluice.planning.configuration.values.ConfiguredValue;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.MarkedParts;
import io.sluice.planning.document.Settings;
import io.sluice.planning.secret.SecretTexts;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** {@code provider} blocks as nodes carry them, each read once an instance of its module. */
public final class Providers {
  private static final int MOST = 1_000_000;

  private static final List<String> NUMBERS = List.of("rate", "max_concurrent");
  private static final String RETRY = "retry";
  private static final String SLUICE = "sluice";

  /** Arguments that are Sluice's, whatever arguments the provider has. */
  private static final BodySchema APART =
      BodySchema.builder().optional(NUMBERS.toArray(String[]::new)).block(RETRY).build();

  private final Module root;
  private final ProviderBlocks blocks;
  private final ProviderRegistry registry;
  private final Serving serving;
  private final Diagnostics diagnostics;
  private final KeyedProviders keyed;
  private final Map<String, Optional<Configured>> read = new HashMap<>();

  /**
   * A provider block as it was read.
   *
   * @param name what plans and state call it
   * @param retry how often and how far apart its operations are tried; null where it does not say
   * @param range where it begins
   * @param use how a provider that plans by itself is to be asked: the same object for all of its
   *     resources, so that those who write it down do so once
   * @param secrets texts that must not be seen in what the provider says
   */
  public record Configured(
      String name,
      Provider provider,
      ProviderBlock block,
      @Nullable RetryPolicy retry,
      Decoded body,
      SourceRange range,
      ProviderUse use,
      Set<String> secrets) {
    static Configured of(
        String name,
        Provider provider,
        ProviderBlock block,
        @Nullable RetryPolicy retry,
        Decoded body,
        SourceRange range,
        boolean defers) {
      BlockBody schema = provider.configuration();
      Value written = ConfiguredValue.object(schema, body.values());
      Value plain = ConfiguredValue.unmarked(written);
      return new Configured(
          name,
          provider,
          block,
          retry,
          body,
          range,
          new ProviderUse(
              provider,
              plain,
              body.needs(),
              Set.of(),
              new Route(null, name, block.rate(), block.maxConcurrent()),
              defers),
          SecretTexts.of(MarkedParts.of(schema, written, plain)));
    }
  }

  /** What Sluice adds to the arguments of a provider that has nothing of its own by these names. */
  private static BodySchema limits(BlockBody own) {
    BodySchema.Builder limits = BodySchema.builder().optional("version");
    NUMBERS.stream().filter(name -> !own.has(name)).forEach(limits::optional);
    List.of(RETRY, SLUICE).stream().filter(name -> !own.has(name)).forEach(limits::block);
    return limits.build();
  }

  /**
   * What a block says to Sluice.
   *
   * @param apart in a block that is Sluice's alone; null if there is none
   */
  private record Said(BodyContent beside, @Nullable BodyContent apart) {
    @Nullable Attribute attribute(String name) {
      Attribute there = apart == null ? null : apart.attribute(name);
      return there == null ? beside.attribute(name) : there;
    }

    List<Block> blocks(String type) {
      List<Block> all = new ArrayList<>(beside.blocks(type));
      if (apart != null) {
        all.addAll(apart.blocks(type));
      }
      return all;
    }
  }

  public Providers(
      Module root, ProviderRegistry registry, Serving serving, Diagnostics diagnostics) {
    this.root = root;
    this.blocks = new ProviderBlocks(root);
    this.registry = registry;
    this.serving = serving;
    this.diagnostics = diagnostics;
    this.keyed = new KeyedProviders(diagnostics);
  }

  public static boolean areIn(Module module) {
    return !module.providers().isEmpty()
        || module.children().values().stream().anyMatch(Providers::areIn);
  }

  /** A resource's settings with the configuration that its provider has for it. */
  public Settings with(ModuleInstance module, Resource resource, Settings settings) {
    return of(module, resource)
        .map(
            configured ->
                settings.with(configured.name(), configured.block()).orRetry(configured.retry()))
        .orElse(settings);
  }

  /** What plans call the block that configures a resource's provider; null if there is none. */
  public @Nullable String name(Module module, Resource resource) {
    return blocks
        .of(module, resource)
        .filter(found -> isOfSameProvider(module, resource, found))
        .map(ProviderBlocks.Found::name)
        .orElse(null);
  }

  /** The block that configures a resource's provider; empty if there is none, or a faulty one. */
  public Optional<Configured> of(ModuleInstance module, Resource resource) {
    ProviderBlocks.Found found = blocks.of(module.module(), resource).orElse(null);
    if (found == null || !isOfSameProvider(module.module(), resource, found)) {
      return Optional.empty();
    }
    ModuleInstance at = module;
    Traversal named = resource.provider();
    String reference = named == null ? resource.defaultProvider() : named.toString();
    InstanceKey key = InstanceKey.none();
    while (!at.module().path().equals(found.module().path()) && at.call() != null) {
      ModuleInstance.Call call = at.call();
      HandedProvider handed = call.block().providers().get(reference);
      if (handed != null) {
        reference = handed.configuration().toString();
        key = keyed.handed(handed, call);
      }
      at = call.from();
    }
    return configured(at, found.configuration(), key);
  }

  /** How a provider is asked that has no block. */
  public static ProviderUse unconfigured(Provider provider) {
    Value config = ConfiguredValue.object(provider.configuration(), Map.of());
    return new ProviderUse(provider, config, new TreeSet<>());
  }

  /** A block of that name above may be another provider's that is called so there. */
  private static boolean isOfSameProvider(
      Module module, Resource resource, ProviderBlocks.Found found) {
    Optional<ProviderSource> configured = found.module().provider(found.configuration().name());
    return configured.isPresent()
        ? module.means(resource.localProvider(), configured.get())
        : module.provider(resource.localProvider()).isEmpty();
  }

  /** All of them by their names, used or not. */
  public SortedMap<String, Configured> all(ModuleInstance root) {
    SortedMap<String, Configured> all = new TreeMap<>();
    collect(root, all);
    return all;
  }

  private void collect(ModuleInstance module, SortedMap<String, Configured> all) {
    for (ProviderConfiguration configuration : module.module().providers()) {
      for (Repeated repeated : keyed.of(module, configuration).all()) {
        configured(module, configuration, repeated.key())
            .ifPresent(configured -> all.put(configured.name(), configured));
      }
    }
    for (ModuleInstances children : module.children().values()) {
      children.all().forEach(child -> collect(child, all));
    }
  }

  private Optional<Configured> configured(
      ModuleInstance at, ProviderConfiguration configuration, InstanceKey key) {
    String name = at.prefix() + configuration.reference() + key.text();
    Optional<Configured> known = read.get(name);
    if (known == null) {
      known =
          keyed
              .of(at, configuration)
              .find(key)
              .flatMap(repeated -> read(at, configuration, repeated, name));
      read.put(name, known);
    }
    return known;
  }

  private Optional<Configured> read(
      ModuleInstance at, ProviderConfiguration configuration, Repeated repeated, String name) {
    Provider provider = provider(at.module(), configuration);
    if (provider == null) {
      return Optional.empty();
    }
    EvaluationContext context = new EvaluationContext(at, configuration.repetition(), repeated);
    BlockBody schema = provider.configuration();
    Body.PartialContent limits = configuration.body().partialContent(limits(schema), diagnostics);
    Body apart = Additions.single(limits.content(), SLUICE, diagnostics);
    Said said =
        new Said(limits.content(), apart == null ? null : apart.content(APART, diagnostics));
    Double rate = number(said.attribute("rate"), context);
    Double most = number(said.attribute("max_concurrent"), context);
    Decoded decoded =
        provider.plansItself()
            ? BodyDecoder.asWritten(limits.rest(), schema, context, false, diagnostics)
            : BodyDecoder.decode(limits.rest(), schema, context, diagnostics);
    if (!decoded.references().isEmpty() && !provider.plansItself() && knowable(at)) {
      diagnostics.add(
          Diagnostic.error(
                  "Invalid provider configuration",
                  "The configuration of provider %s depends on %s, which is known only after the"
                          .formatted(
                              configuration.reference(), decoded.references().getFirst().text())
                      + " apply.",
                  configuration.range())
              .withHint(
                  "Apply what it depends on first (--target), or take the value from a variable or"
                      + " from worker_env(\"NAME\")."));
      return Optional.empty();
    }
    SortedSet<String> sensitive = new TreeSet<>(decoded.sensitivePaths());
    schema.attributes().stream()
        .filter(AttributeSchema::sensitive)
        .forEach(attribute -> sensitive.add("/" + attribute.name()));
    RetryBlock retry = retry(said, context);
    ProviderBlock block =
        new ProviderBlock(
            decoded.config(),
            rate,
            most == null ? null : (Integer) most.intValue(),
            List.copyOf(sensitive),
            retry == null ? null : retry.passing());
    return Optional.of(
        Configured.of(
            name,
            provider,
            block,
            retry == null ? null : retry.policy(),
            decoded,
            configuration.range(),
            root.defersUnknownProviders()));
  }

  private @Nullable RetryBlock retry(Said said, EvaluationContext context) {
    List<Block> blocks = said.blocks(RETRY);
    if (blocks.size() > 1) {
      diagnostics.error(
          "Duplicate retry block", "A provider has one retry block.", blocks.get(1).headerRange());
    }
    return blocks.isEmpty() ? null : RetryBlock.of(blocks.getFirst().body(), context, diagnostics);
  }

  private @Nullable Provider provider(Module module, ProviderConfiguration configuration) {
    return switch (serving.of(module, configuration.name())) {
      case Serving.Real(String source, Provider real) -> real;
      case Serving.Own(String name) ->
          registry
              .provider(name)
              .orElseGet(
                  () -> {
                    unknown(configuration);
                    return null;
                  });
      case Serving.Missing missing -> {
        serving.report(
            missing, "provider \"%s\"".formatted(configuration.name()), configuration.range());
        yield null;
      }
    };
  }

  private static boolean knowable(ModuleInstance at) {
    return switch (at.environment().phase()) {
      case VALIDATE, INSPECT -> false;
      case PLAN, APPLY -> true;
    };
  }

  private @Nullable Double number(@Nullable Attribute attribute, EvaluationContext context) {
    if (attribute == null) {
      return null;
    }
    Value value = context.evaluate(attribute.expression(), diagnostics).unmarked();
    if (!value.isKnown() || value.isNull()) {
      return null;
    }
    Type type = value.type();
    double number = type.equals(Types.NUMBER) ? value.asNumber().toDouble() : -1;
    boolean whole = attribute.name().equals("rate") || number == Math.rint(number);
    if (number <= 0 || number > MOST || !whole) {
      diagnostics.error(
          "Invalid " + attribute.name(),
          "\"%s\" is %s above 0 and at most %d."
              .formatted(
                  attribute.name(),
                  attribute.name().equals("rate")
                      ? "a number of operations a second,"
                      : "a whole number of operations",
                  MOST),
          attribute.expression().range());
      return null;
    }
    return number;
  }

  private void unknown(ProviderConfiguration configuration) {
    List<String> names = registry.providers().stream().map(Provider::name).toList();
    diagnostics.add(
        Diagnostic.error(
                "Unknown provider",
                "There is no provider \"%s\".".formatted(configuration.name()),
                configuration.range())
            .withHint(
                Suggestion.of(configuration.name(), names)
                    .map("Did you mean \"%s\"?"::formatted)
                    .orElse(registry.whereItMayBe())));
  }
}
