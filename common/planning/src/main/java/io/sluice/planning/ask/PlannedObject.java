package io.sluice.planning.ask;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.planning.ask.Answer.Remark;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An object as its provider plans it.
 *
 * @param action FORGET for one that is to be deleted and is gone already
 * @param before as it was found to be, unmarked; empty where there is none, recorded or not
 * @param after unmarked, parts of it may be unknown; null where it goes
 * @param replacing JSON pointers of what needs a new object
 * @param work what the worker needs to carry it out; opaque here, and secret
 * @param said warnings
 * @param creating what may be done about the creation of this very object if it is in doubt; null
 *     where that follows from its type alone
 */
public record PlannedObject(
    Action action,
    Optional<Value> before,
    Value after,
    List<String> replacing,
    @Nullable JsonNode work,
    List<Remark> said,
    @Nullable RepeatClass creating) {
  public PlannedObject {
    said = List.copyOf(said);
    replacing = List.copyOf(replacing);
  }

  public PlannedObject(
      Action action,
      Optional<Value> before,
      Value after,
      List<String> replacing,
      @Nullable JsonNode work,
      List<Remark> said) {
    this(action, before, after, replacing, work, said, null);
  }
}
