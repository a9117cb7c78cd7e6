package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a call. */
public sealed interface Outcome {

  /**
   * @param attributes everything there is to know: what was configured and what the provider gave
   * @param privateData the provider's own, kept in state and given back, shown to no one
   * @param existed the object was there before, not made by us, and was taken over as it is: it
   *     will be updated and forgotten, never deleted
   * @param secret JSON pointers of attributes that are secret this time, beside those that the
   *     schema names
   */
  record Done(
      String id,
      JsonNode attributes,
      @Nullable JsonNode privateData,
      boolean existed,
      List<String> secret)
      implements Outcome {
    public Done {
      secret = List.copyOf(secret);
    }

    public Done(String id, JsonNode attributes) {
      this(id, attributes, null, false, List.of());
    }

    public Done(String id, JsonNode attributes, @Nullable JsonNode privateData) {
      this(id, attributes, privateData, false, List.of());
    }

    public Done takenOver() {
      return new Done(id, attributes, privateData, true, secret);
    }

    public Done hiding(List<String> pointers) {
      return new Done(id, attributes, privateData, existed, pointers);
    }
  }

  /** There is no such object (any more). */
  record Gone() implements Outcome {}

  /**
   * It did not work. TRANSIENT and THROTTLED promise that certainly nothing was done; any other
   * class says that trying the same again would not help.
   *
   * @param code for programs: upper case with underscores
   * @param partial what was made before it failed: recorded as tainted
   */
  record Failed(
      ErrorClass errorClass,
      String code,
      String message,
      @Nullable Duration retryAfter,
      @Nullable Partial partial)
      implements Outcome {
    public Failed(ErrorClass errorClass, String code, String message) {
      this(errorClass, code, message, null, null);
    }

    /** With something more to say. */
    public Failed adding(String sentence) {
      String all = message.isBlank() ? sentence : message + "\n" + sentence;
      return new Failed(errorClass, code, all, retryAfter, partial);
    }

    public Failed withPartial(String id, JsonNode attributes) {
      return withPartial(id, attributes, null);
    }

    public Failed withPartial(String id, JsonNode attributes, @Nullable JsonNode privateData) {
      return new Failed(
          errorClass, code, message, retryAfter, new Partial(id, attributes, privateData));
    }
  }

  /** It can't be known whether it was done. The type's repeat class decides what follows. */
  record InDoubt(String code, String message) implements Outcome {}

  /**
   * What there is of an object whose change failed.
   *
   * @param privateData the provider's own, as of {@link Done}
   */
  record Partial(String id, JsonNode attributes, @Nullable JsonNode privateData) {}

  static Failed user(String code, String message) {
    return new Failed(ErrorClass.USER, code, message);
  }

  static Failed permanent(String code, String message) {
    return new Failed(ErrorClass.PERMANENT, code, message);
  }

  /** Certainly not done, and worth another try. */
  static Failed transientFailure(String code, String message) {
    return new Failed(ErrorClass.TRANSIENT, code, message);
  }

  static Failed throttled(String message, @Nullable Duration retryAfter) {
    return new Failed(ErrorClass.THROTTLED, "THROTTLED", message, retryAfter, null);
  }
}
