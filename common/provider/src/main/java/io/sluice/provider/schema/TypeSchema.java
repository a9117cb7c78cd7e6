package io.sluice.provider.schema;

import io.sluice.model.RepeatClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A resource type, a data source, a step runner or an ephemeral resource.
 *
 * @param version of the attributes as they are in state; see {@code Provider.upgradeState}
 * @param rootBound its objects belong to a worker's root directory: the worker records the root's
 *     id with them, and another root refuses
 * @param importable an existing object can be taken over by its id
 * @param announces what its calls say before they write
 * @param lasts how long its calls may last where nothing else is said; null for as long as usual
 */
public record TypeSchema(
    String type,
    Kind kind,
    int version,
    String description,
    BlockBody body,
    Repeats repeats,
    boolean rootBound,
    boolean importable,
    Announces announces,
    @Nullable Duration lasts) {

  public TypeSchema(
      String type,
      Kind kind,
      int version,
      String description,
      BlockBody body,
      Repeats repeats,
      boolean rootBound,
      boolean importable,
      Announces announces) {
    this(type, kind, version, description, body, repeats, rootBound, importable, announces, null);
  }

  /** What a name of this schema stands for. */
  public enum Kind {
    RESOURCE,
    DATA,
    STEP,
    /** Open for as long as it is used, and kept nowhere. */
    EPHEMERAL
  }

  public static TypeSchema resource(
      String type, String description, Repeats repeats, AttributeSchema... attributes) {
    return new TypeSchema(
        type,
        Kind.RESOURCE,
        0,
        description,
        BlockBody.of(attributes),
        repeats,
        false,
        false,
        Announces.NOTHING);
  }

  public static TypeSchema data(String type, String description, AttributeSchema... attributes) {
    return resource(type, description, Repeats.all(RepeatClass.PURE), attributes)
        .withKind(Kind.DATA);
  }

  public static TypeSchema step(
      String runner, String description, RepeatClass repeat, AttributeSchema... attributes) {
    return resource(runner, description, Repeats.all(repeat), attributes).withKind(Kind.STEP);
  }

  public List<String> sensitivePointers() {
    return body.sensitivePointers();
  }

  public TypeSchema withRules(ConfigRule... rules) {
    return withBody(new BlockBody(body.attributes(), body.blocks(), List.of(rules)));
  }

  public TypeSchema withBlock(BlockSchema block) {
    List<BlockSchema> blocks = new ArrayList<>(body.blocks());
    blocks.add(block);
    return withBody(new BlockBody(body.attributes(), blocks, body.rules()));
  }

  public TypeSchema withAttributes(List<AttributeSchema> more) {
    List<AttributeSchema> attributes = new ArrayList<>(body.attributes());
    attributes.addAll(more);
    return withBody(new BlockBody(attributes, body.blocks(), body.rules()));
  }

  private TypeSchema withBody(BlockBody other) {
    return new TypeSchema(
        type, kind, version, description, other, repeats, rootBound, importable, announces, lasts);
  }

  private TypeSchema withKind(Kind other) {
    return new TypeSchema(
        type, other, version, description, body, repeats, rootBound, importable, announces, lasts);
  }

  public TypeSchema withVersion(int other) {
    return new TypeSchema(
        type, kind, other, description, body, repeats, rootBound, importable, announces, lasts);
  }

  public TypeSchema boundToRoot() {
    return new TypeSchema(
        type, kind, version, description, body, repeats, true, importable, announces, lasts);
  }

  public TypeSchema canBeImported() {
    return new TypeSchema(
        type, kind, version, description, body, repeats, rootBound, true, announces, lasts);
  }

  /** Its calls last longer than those of others. */
  public TypeSchema lasting(Duration longest) {
    return new TypeSchema(
        type, kind, version, description, body, repeats, rootBound, importable, announces, longest);
  }

  /** Its calls say when they begin to write: see {@code OperationContext.writing}. */
  public TypeSchema announcesWriting() {
    return withAnnounces(Announces.WRITING);
  }

  /** The same, and its objects can carry no mark: that there was none is made durable. */
  public TypeSchema announcesAbsence() {
    return withAnnounces(Announces.ABSENCE);
  }

  private TypeSchema withAnnounces(Announces other) {
    return new TypeSchema(
        type, kind, version, description, body, repeats, rootBound, importable, other, lasts);
  }
}
