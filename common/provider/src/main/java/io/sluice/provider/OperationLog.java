package io.sluice.provider;

/**
 * What a provider has to say while it works. Every text goes through the call's {@link Redaction}
 * before it reaches a log or an event.
 */
@FunctionalInterface
public interface OperationLog {
  OperationLog NONE = text -> {};

  void say(String text);

  /** Says nothing that the redaction knows to be secret. */
  default OperationLog redactedBy(Redaction redaction) {
    return text -> say(redaction.apply(text));
  }
}
