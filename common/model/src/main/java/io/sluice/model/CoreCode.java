package io.sluice.model;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The codes that Sluice itself gives, each with its usual class. A name once sent stays as it is.
 */
public enum CoreCode implements ErrorCode {
  ABANDONED("abandoned", ErrorClass.PERMANENT),
  CLOSED("closed", ErrorClass.USER),
  CONFIG_TOO_LARGE("CONFIG_TOO_LARGE", ErrorClass.USER),
  EXPANSION("expansion", ErrorClass.PERMANENT),
  EXPANSION_REFUSED("REFUSED", ErrorClass.USER),
  GONE("GONE", ErrorClass.PERMANENT),
  HELD_BACK("heldBack", ErrorClass.USER),
  IN_DOUBT("inDoubt", ErrorClass.IN_DOUBT),
  INVALID_CONFIG("INVALID_CONFIG", ErrorClass.USER),
  INVALID_EXPANSION("INVALID_EXPANSION", ErrorClass.USER),
  INVALID_PROVIDER_CONFIG("INVALID_PROVIDER_CONFIG", ErrorClass.PERMANENT),
  /** The change needs a new object, for which the plan has no node: nothing was done. */
  NEEDS_REPLACEMENT("NEEDS_REPLACEMENT", ErrorClass.PERMANENT),
  NEVER_BEGUN("neverBegun", ErrorClass.PERMANENT),
  NO_ANSWER("noAnswer", ErrorClass.PERMANENT),
  NO_ERROR("noError", ErrorClass.PERMANENT),
  NO_SUCH_POOL("NO_SUCH_POOL", ErrorClass.PERMANENT),
  PROVIDER_BUG("PROVIDER_BUG", ErrorClass.PERMANENT),
  PROVIDER_UNAVAILABLE("PROVIDER_UNAVAILABLE", ErrorClass.TRANSIENT),
  REQUEST_TOO_LARGE("REQUEST_TOO_LARGE", ErrorClass.USER),
  RESULT_TOO_LARGE("RESULT_TOO_LARGE", ErrorClass.USER),
  SEALED("SEALED", ErrorClass.USER),
  SECRET_SOURCE("SECRET_SOURCE", ErrorClass.TRANSIENT),
  TASK_TOO_LARGE("TASK_TOO_LARGE", ErrorClass.USER),
  TOO_MANY_NODES("tooManyNodes", ErrorClass.PERMANENT),
  UNKNOWN_TYPE("UNKNOWN_TYPE", ErrorClass.PERMANENT),
  UNREADABLE_RESULT("UNREADABLE_RESULT", ErrorClass.IN_DOUBT),
  UNREADABLE_TASK("UNREADABLE_TASK", ErrorClass.PERMANENT),
  /** The machine found no value for a task. */
  UNRESOLVED_REFERENCE("unresolvedReference", ErrorClass.PERMANENT),
  /** The worker found none in what the task brought, or in its environment. */
  UNRESOLVED_INPUT("UNRESOLVED_REFERENCE", ErrorClass.PERMANENT),
  WORKER_FAULT("WORKER_FAULT", ErrorClass.PERMANENT);

  static final Map<String, CoreCode> BY_WIRE =
      Stream.of(values()).collect(Collectors.toMap(CoreCode::wire, Function.identity()));

  private final String wire;
  private final ErrorClass errorClass;

  CoreCode(String wire, ErrorClass errorClass) {
    this.wire = wire;
    this.errorClass = errorClass;
  }

  @JsonValue
  @Override
  public String wire() {
    return wire;
  }

  /** The class that it comes with, unless the one who gives it says another. */
  public ErrorClass errorClass() {
    return errorClass;
  }

  @Override
  public String toString() {
    return wire;
  }
}
