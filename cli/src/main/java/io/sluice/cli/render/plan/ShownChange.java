package io.sluice.cli.render.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.render.Pointers;
import io.sluice.model.Action;
import io.sluice.model.Address;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is shown of one address of a plan.
 *
 * @param previous where the object was before, if it moved
 * @param createFirst of a replacement: the new object comes before the old one goes
 * @param reason why, in the words of the planner ({@code tainted}, {@code requested}, …), or
 *     nothing
 * @param before attributes as they are; null where there is no object yet
 * @param after attributes as they will be, {@code {"$unknown": true}} where it is not known yet;
 *     null where the object goes
 * @param hiddenBefore JSON pointers of what is sensitive in {@code before}
 * @param replacing JSON pointers of what forces a replacement
 * @param existed the object was there before Sluice: where it would go it is left in place
 * @param importing what names the object that is taken over, or null
 * @param sets JSON pointers of what is a set: its elements have no order, and none becomes another
 */
public record ShownChange(
    Address address,
    @Nullable Address previous,
    Action action,
    boolean createFirst,
    String type,
    String reason,
    @Nullable JsonNode before,
    @Nullable JsonNode after,
    Pointers hiddenBefore,
    Pointers hiddenAfter,
    Pointers replacing,
    boolean existed,
    @Nullable String importing,
    Pointers sets) {

  /** Whether an object goes, for good or to be made again: what a person is asked about. */
  public boolean destroys() {
    return action == Action.REPLACE || (action == Action.DELETE && !existed);
  }

  /** Whether state forgets an object that stays where it was before Sluice. */
  boolean leaves() {
    return existed && (action == Action.DELETE || action == Action.REPLACE);
  }

  /** Each value by its name. */
  public static ShownChange of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  /** The values of a {@link ShownChange} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public Address address;
    public @Nullable Address previous;
    public Action action;
    public boolean createFirst;
    public String type;
    public String reason;
    public @Nullable JsonNode before;
    public @Nullable JsonNode after;
    public Pointers hiddenBefore;
    public Pointers hiddenAfter;
    public Pointers replacing;
    public boolean existed;
    public @Nullable String importing;
    public Pointers sets;

    private Draft() {}

    private ShownChange built() {
      return new ShownChange(
          Objects.requireNonNull(address, "address"),
          previous,
          Objects.requireNonNull(action, "action"),
          createFirst,
          Objects.requireNonNull(type, "type"),
          Objects.requireNonNull(reason, "reason"),
          before,
          after,
          Objects.requireNonNull(hiddenBefore, "hiddenBefore"),
          Objects.requireNonNull(hiddenAfter, "hiddenAfter"),
          Objects.requireNonNull(replacing, "replacing"),
          existed,
          importing,
          Objects.requireNonNull(sets, "sets"));
    }
  }

  /**
   * Whether a plan has it: something is done or renamed. That a data source isn't read any more is
   * nothing that is done.
   */
  public boolean isTold() {
    boolean isDone = !action.isIdle() || previous != null;
    return isDone && (action != Action.FORGET || !address.isData());
  }
}
