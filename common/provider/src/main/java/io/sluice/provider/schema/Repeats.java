package io.sluice.provider.schema;

import io.sluice.model.Action;
import io.sluice.model.RepeatClass;

/** How each operation of a type may be repeated when it is unknown whether it happened. */
public record Repeats(RepeatClass create, RepeatClass update, RepeatClass delete) {
  public static Repeats all(RepeatClass repeat) {
    return new Repeats(repeat, repeat, repeat);
  }

  /** The class of the operation behind an action; reading is always repeatable. */
  public RepeatClass of(Action action) {
    return switch (action.effect()) {
      case MAKES, UNRECORDED -> create;
      case CHANGES -> update;
      case REMOVES -> delete;
      case NONE -> RepeatClass.PURE;
    };
  }
}
