package io.sluice.language.value.convert;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Map;

/** What {@code ==} says: true, false, or not known yet. */
public final class Equality {
  private enum Answer {
    YES,
    NO,
    UNKNOWN
  }

  private Equality() {}

  /** A bool, possibly unknown, with the marks of both and of all their parts. */
  public static Value compare(Value left, Value right) {
    EnumSet<Mark> marks = EnumSet.noneOf(Mark.class);
    Answer answer = answer(Marks.unmarkDeep(left, marks), Marks.unmarkDeep(right, marks));
    Value result =
        switch (answer) {
          case YES -> Values.TRUE;
          case NO -> Values.FALSE;
          case UNKNOWN -> Value.unknownNotNull(Types.BOOL);
        };
    return result.withMarks(marks);
  }

  private static Answer answer(Value left, Value right) {
    boolean leftNull = left.isNull();
    boolean rightNull = right.isNull();
    if (leftNull && rightNull) {
      return Answer.YES;
    }
    if ((leftNull && right.isDefinitelyNotNull()) || (rightNull && left.isDefinitelyNotNull())) {
      return Answer.NO;
    }
    if (left.isKnown() && right.isKnown()) {
      return known(left, right);
    }
    if (outOfLength(left, right) || outOfLength(right, left)) {
      return Answer.NO;
    }
    return couldBeSame(left.type(), right.type()) ? Answer.UNKNOWN : Answer.NO;
  }

  private static boolean outOfLength(Value unknown, Value known) {
    if (!(unknown instanceof Value.UnknownValue(Type type, Refinement range))
        || !type.isCollection()
        || !known.isKnown()
        || known.isNull()
        || !known.type().isCollection()) {
      return false;
    }
    int length = known.elements().size();
    return known.isWhollyKnown() && (length < range.minLength() || length > range.maxLength());
  }

  private static boolean couldBeSame(Type left, Type right) {
    if (!left.hasAny() && !right.hasAny()) {
      return left.equals(right);
    }
    return Conversion.conforms(left, right) || Conversion.conforms(right, left);
  }

  private static Answer known(Value left, Value right) {
    if (left.isWhollyKnown() && right.isWhollyKnown()) {
      return left.equals(right) ? Answer.YES : Answer.NO;
    }
    if (!couldBeSame(left.type(), right.type())) {
      return Answer.NO;
    }
    return switch (left) {
      case ListValue list -> all(list.list(), right.elements());
      case TupleValue tuple -> all(tuple.list(), right.elements());
      case MapValue map -> entries(map.map(), right.entries());
      case ObjectValue object -> entries(object.map(), right.entries());
      case SetValue set -> Answer.UNKNOWN;
      case Value.StringValue v -> left.equals(right) ? Answer.YES : Answer.NO;
      case Value.NumberValue v -> left.equals(right) ? Answer.YES : Answer.NO;
      case Value.BoolValue v -> left.equals(right) ? Answer.YES : Answer.NO;
      case Value.NullValue v -> Answer.NO;
      case Value.UnknownValue v -> Answer.UNKNOWN;
      case Value.MarkedValue v -> throw new IllegalStateException("marks were taken off");
    };
  }

  private static Answer all(java.util.Collection<Value> left, java.util.Collection<Value> right) {
    if (left.size() != right.size()) {
      return Answer.NO;
    }
    Answer result = Answer.YES;
    Iterator<Value> other = right.iterator();
    for (Value each : left) {
      Answer answer = answer(each, other.next());
      if (answer == Answer.NO) {
        return Answer.NO;
      }
      result = answer == Answer.UNKNOWN ? answer : result;
    }
    return result;
  }

  private static Answer entries(Map<String, Value> left, Map<String, Value> right) {
    return left.keySet().equals(right.keySet()) ? all(left.values(), right.values()) : Answer.NO;
  }
}
