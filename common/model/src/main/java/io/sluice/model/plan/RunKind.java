package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What a run is for. */
public enum RunKind {
  @JsonProperty("apply")
  APPLY,
  @JsonProperty("destroy")
  DESTROY,
  @JsonProperty("refresh")
  REFRESH,
  @JsonProperty("import")
  IMPORT,
  /** A refresh that only reports: nothing is written. */
  @JsonProperty("drift")
  DRIFT,
  /** Only has the questions of a plan answered: nothing is claimed, changed or written. */
  @JsonProperty("plan")
  PLAN,
  /** State surgery: ended as soon as it is known. */
  @JsonProperty("edit")
  EDIT;

  private final String word = name().toLowerCase(Locale.ROOT);

  /** As people and headers of submissions name it: {@code apply}. */
  public String word() {
    return word;
  }

  /** The kind of that {@link #word}, in whatever case. */
  public static Optional<RunKind> named(String word) {
    return Stream.of(values()).filter(kind -> kind.word.equalsIgnoreCase(word)).findFirst();
  }
}
