package io.sluice.provider.schema;

/** What the calls of a type say before they change anything. */
public enum Announces {
  /** Nothing: as soon as a call has begun it may have changed something. */
  NOTHING,
  /**
   * {@code OperationContext.writing} before the first writing request: a call that fails before has
   * certainly changed nothing.
   */
  WRITING,
  /**
   * The same, and whether nothing of that name was there: for types of class BY_NAME whose objects
   * can carry no mark. It is made durable before the write.
   */
  ABSENCE
}
