package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Stream;

/**
 * Refusals of a real provider that are worth another try, by what it says: errors of such providers
 * have no classes.
 *
 * @param texts parts of what it says; upper and lower case do not count
 * @param create whether a creation is tried again, too, if the provider says that it left nothing
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record PassingRefusals(
    List<String> texts, @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean create) {
  public static final PassingRefusals NONE = new PassingRefusals(List.of(), false);

  public PassingRefusals {
    texts = texts == null ? List.of() : List.copyOf(texts);
  }

  /** What either of them says. */
  public PassingRefusals and(PassingRefusals other) {
    return new PassingRefusals(
        Stream.concat(texts.stream(), other.texts.stream()).distinct().toList(),
        create || other.create);
  }
}
