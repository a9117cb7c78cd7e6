package io.sluice.planning.configuration.served;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Additions;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.plan.DataLookup;
import io.sluice.model.plan.Reference;
import io.sluice.planning.configuration.values.BodyDecoder;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.SchemaTypes;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.TypeSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code recover} blocks: how to find a new object of a real provider whose creation is in
 * doubt. A block gives either its import id, or a data source that it declares for itself, since
 * that has to be read when the object is looked for, and not with the plan.
 */
public final class LookupBlocks {
  private static final String INVALID = "Invalid recover block";
  private static final String IMPORT_ID = "import_id";
  private static final String FIND = "find";
  private static final String ABSENT = "absent";
  private static final BodySchema DATA = BodySchema.builder().block("data", "type", "name").build();
  private static final BlockBody SCHEMA =
      BlockBody.of(
          AttributeSchema.optional(IMPORT_ID, AttributeType.STRING),
          AttributeSchema.optional(FIND, AttributeType.STRING),
          AttributeSchema.optional(ABSENT, AttributeType.listOf(AttributeType.STRING)));

  private final ProviderRegistry.Found type;
  private final EvaluationContext context;
  private final SourceRange range;
  private final Diagnostics diagnostics;

  private LookupBlocks(
      ProviderRegistry.Found type,
      EvaluationContext context,
      SourceRange range,
      Diagnostics diagnostics) {
    this.type = type;
    this.context = context;
    this.range = range;
    this.diagnostics = diagnostics;
  }

  /**
   * What a block says.
   *
   * @param recover an import id or a {@link DataLookup}, unsubstituted
   * @param body the body of the resource, with what that is made of
   */
  public record Read(@Nullable JsonNode recover, Decoded body) {}

  public static Read of(
      Additions added,
      ProviderRegistry.Found type,
      Decoded body,
      EvaluationContext context,
      Diagnostics diagnostics) {
    Body block = added.recover();
    if (block == null) {
      return new Read(null, body);
    }
    if (!type.provider().plansItself()) {
      diagnostics.error(
          "Unsupported recover block",
          ("Objects of provider %s are looked up without it; a recover block is for providers that"
                  + " are installed from a registry.")
              .formatted(type.provider().name()),
          added.range());
      return new Read(null, body);
    }
    Optional<Said> said = new LookupBlocks(type, context, added.range(), diagnostics).said(block);
    return said.map(each -> new Read(each.recover(), with(body, each)))
        .orElseGet(() -> new Read(null, body));
  }

  /** What a block says, and what that is made of. */
  private record Said(JsonNode recover, List<Reference> references, SortedSet<Address> needs) {}

  private static Decoded with(Decoded body, Said said) {
    List<Reference> references =
        Stream.concat(body.references().stream(), said.references().stream()).distinct().toList();
    SortedSet<Address> needs = new TreeSet<>(body.needs());
    needs.addAll(said.needs());
    return new Decoded(
        body.config(),
        body.values(),
        references,
        body.sensitivePaths(),
        needs,
        body.isSound(),
        body.places());
  }

  private Optional<Said> said(Body block) {
    Body.PartialContent divided = block.partialContent(DATA, diagnostics);
    List<Block> sources = divided.content().blocks();
    if (sources.size() > 1) {
      return wrong("A recover block has one data source at most.", sources.get(1).headerRange());
    }
    if (!sources.isEmpty() && sources.getFirst().labels().size() != 2) {
      return Optional.empty(); // which has been reported
    }
    return sources.isEmpty()
        ? byId(divided.rest())
        : source(sources.getFirst()).flatMap(source -> bySource(divided.rest(), source));
  }

  private Optional<Said> byId(Body rest) {
    Diagnostics faults = new Diagnostics();
    Decoded read = BodyDecoder.asWritten(rest, SCHEMA, context, true, faults);
    if (read.config().has(FIND) || read.places().containsKey("/" + FIND)) {
      return wrong(
          "\"find\" is evaluated when the object is looked for: right before it is created, and"
              + " while its creation is in doubt. So declare its data source inside the recover"
              + " block: recover { data \"TYPE\" \"NAME\" { … } find = data.TYPE.NAME.… }.",
          read.place("/" + FIND).orElse(range));
    }
    diagnostics.addAll(faults);
    if (read.config().has(ABSENT)) {
      return wrong(
          "\"absent\" is for a data source, and this block declares none.",
          read.place("/" + ABSENT).orElse(range));
    }
    boolean isFaulty = !read.isSound() && read.places().containsKey("/" + IMPORT_ID);
    if (!read.config().has(IMPORT_ID) && !isFaulty) {
      return wrong(
          "It has neither \"import_id\" nor \"find\" with a data source of its own, so nothing can"
              + " be looked for.",
          rest.missingItemRange());
    }
    if (!read.isSound()) {
      return Optional.empty();
    }
    return shown(read, "import_id")
        ? Optional.of(new Said(read.config().path(IMPORT_ID), read.references(), read.needs()))
        : Optional.empty();
  }

  /** A data source of the block's own. */
  private record Source(ResourceName name, Address address, Decoded body, EvaluationContext seen) {}

  private Optional<Source> source(Block block) {
    Provider provider = type.provider();
    String ofType = block.labels().get(0);
    ResourceName name = new ResourceName(ResourceMode.DATA, ofType, block.labels().get(1));
    Optional<TypeSchema> schema = provider.type(TypeSchema.Kind.DATA, ofType);
    if (schema.isEmpty()) {
      diagnostics.add(
          Diagnostic.error(
                  "Invalid data source",
                  "Provider \"%s\", which the resource belongs to, has no data source \"%s\"."
                      .formatted(provider.name(), ofType),
                  block.labelRanges().getFirst())
              .withHint(Suggestions.question(ofType, provider.typeNames(TypeSchema.Kind.DATA))));
      return Optional.empty();
    }
    ModuleInstance module = context.module();
    if (module.module().resources().containsKey(name)) {
      return wrong(
          "The module declares %s, too: give the one of this block another name.".formatted(name),
          block.headerRange());
    }
    Decoded body =
        BodyDecoder.asWritten(block.body(), schema.get().body(), context, true, diagnostics);
    if (!body.isSound() || !isOpen(body, schema.get(), block.headerRange())) {
      return Optional.empty();
    }
    Address address = Address.of(module.prefix() + name);
    Value later = Value.unknownNotNull(SchemaTypes.of(schema.get().body()));
    ResourceInstances instances =
        new ResourceInstances(
            Expansion.SINGLE,
            Map.of(InstanceKey.none(), new ResourceInstances.One(address, later)));
    EvaluationContext seen =
        new EvaluationContext(
            module.seeing(name, instances),
            context.repetition(),
            context.repeated(),
            context.iterated(),
            context.self());
    return Optional.of(new Source(name, address, body, seen));
  }

  /** A plan carries it in clear, as it does the import id. */
  private boolean isOpen(Decoded body, TypeSchema schema, SourceRange where) {
    boolean isHidden =
        !body.sensitivePaths().isEmpty()
            || schema.sensitivePointers().stream()
                .anyMatch(pointer -> !body.config().at(pointer).isMissingNode());
    if (isHidden) {
      diagnostics.error(INVALID, "The arguments of the data source must not be sensitive.", where);
    }
    return !isHidden;
  }

  private Optional<Said> bySource(Body rest, Source source) {
    Decoded read = BodyDecoder.asWritten(rest, SCHEMA, source.seen(), true, diagnostics);
    if (!read.isSound()) {
      return Optional.empty();
    }
    if (read.config().has(IMPORT_ID)) {
      return wrong(
          "An object is found by its \"import_id\" or by a data source, not by both.",
          read.place("/" + IMPORT_ID).orElse(range));
    }
    if (!read.needs().contains(source.address())) {
      return wrong(
          "\"find\" takes the id to import from %s, so it has to refer to it."
              .formatted(source.name()),
          read.place("/" + FIND).orElse(rest.missingItemRange()));
    }
    Value absent = read.values().get(ABSENT);
    if (absent != null && !absent.isWhollyKnown()) {
      return wrong(
          "\"absent\" must be known with the plan.", read.place("/" + ABSENT).orElse(range));
    }
    if (!shown(read, FIND)) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>();
    read.config().path(ABSENT).forEach(text -> texts.add(text.asText()));
    SortedSet<Address> needs = new TreeSet<>(source.body().needs());
    needs.addAll(read.needs());
    needs.remove(source.address());
    List<Reference> references =
        Stream.concat(source.body().references().stream(), read.references().stream())
            .filter(reference -> !source.address().equals(reference.address()))
            .toList();
    return Optional.of(
        new Said(
            new DataLookup(
                    source.name().type(),
                    source.address().text(),
                    source.body().config(),
                    read.config().path(FIND),
                    texts)
                .form(),
            references,
            needs));
  }

  private boolean shown(Decoded read, String argument) {
    if (read.sensitivePaths().isEmpty()) {
      return true;
    }
    diagnostics.error(
        INVALID,
        "The %s must not be sensitive: it is shown to people where an object is in doubt."
            .formatted(argument),
        range);
    return false;
  }

  private <T> Optional<T> wrong(String detail, SourceRange where) {
    diagnostics.error(INVALID, detail, where);
    return Optional.empty();
  }
}
