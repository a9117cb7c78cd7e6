package io.sluice.sdk.value;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.hcl.NativeParser;
import io.sluice.sdk.expression.Expression;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values of Java's own ones. */
public final class Values {
  private Values() {}

  public static TextValue text(String text) {
    return new TextValue(new Expression.Text(text), null);
  }

  /** Text with values in it: {@code template("https://", host, ":", port)}. */
  public static TextValue template(Object... parts) {
    List<Expression> all = new ArrayList<>();
    for (Object part : parts) {
      all.add(of(part).expression());
    }
    return new TextValue(new Expression.Template(all), null);
  }

  public static NumberValue number(long number) {
    return number(BigDecimal.valueOf(number));
  }

  public static NumberValue number(double number) {
    return number(BigDecimal.valueOf(number));
  }

  public static NumberValue number(BigDecimal number) {
    return new NumberValue(new Expression.Numeric(number), null);
  }

  public static BoolValue bool(boolean bool) {
    return new BoolValue(new Expression.Bool(bool), null);
  }

  public static AnyValue nothing() {
    return new AnyValue(new Expression.Nothing(), null);
  }

  public static ListValue<TextValue> texts(String... elements) {
    return Kind.list(Kind.TEXT).of(List.of(elements));
  }

  public static ListValue<TextValue> texts(TextValue... elements) {
    return Kind.list(Kind.TEXT).of(List.of(elements));
  }

  public static ListValue<NumberValue> numbers(long... elements) {
    ListValue<NumberValue> list = ListValue.of(Kind.NUMBER, List.of());
    for (long element : elements) {
      list.add(number(element));
    }
    return list;
  }

  /** A list of values of one class. */
  @SafeVarargs
  public static <E extends Value> ListValue<E> list(E first, E... more) {
    ListValue<E> list = ListValue.of(Kind.like(first), List.of(first));
    for (E element : more) {
      list.add(element);
    }
    return list;
  }

  public static SetValue<TextValue> textSet(String... elements) {
    return Kind.set(Kind.TEXT).of(List.of(elements));
  }

  /** A map to text; its values are strings or {@link TextValue}s. */
  public static MapValue<TextValue> textMap(Map<String, ?> entries) {
    return Kind.map(Kind.TEXT).of(entries);
  }

  /**
   * Any HCL expression, for what has no method: {@code written("a % 2").asNumber()}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static AnyValue written(String hcl) {
    Diagnostics faults = new Diagnostics();
    NativeParser.expression(SourceFile.of("expression", hcl), faults);
    if (faults.hasErrors()) {
      throw new IllegalArgumentException(
          "'" + hcl + "' is not an expression: " + faults.list().getFirst().detail());
    }
    return new AnyValue(new Expression.Written(hcl), null);
  }

  /** The value that stands for a Java object. */
  public static Value of(@Nullable Object plain) {
    return switch (plain) {
      case null -> nothing();
      case Value value -> value;
      case CharSequence text -> text(text.toString());
      case Boolean bool -> bool(bool);
      case Number number -> number(new BigDecimal(number.toString()));
      case Collection<?> all -> {
        List<Expression> elements = new ArrayList<>();
        Ordered.elements(all).forEach(element -> elements.add(of(element).expression()));
        yield new AnyValue(new Expression.Sequence(elements), null);
      }
      case Map<?, ?> map -> {
        ObjectValue object = new ObjectValue();
        Ordered.entries(map).forEach(object::set);
        yield object;
      }
      default ->
          throw new IllegalArgumentException(
              "no value stands for an object of " + plain.getClass().getName());
    };
  }

  /** The directory of the module that this is written in: {@code path.module}. */
  public static TextValue modulePath() {
    return Kind.TEXT.at(Expression.reference("path.module"));
  }

  /** The directory of the root module: {@code path.root}. */
  public static TextValue rootPath() {
    return Kind.TEXT.at(Expression.reference("path.root"));
  }

  /** The name of the workspace that is planned: {@code terraform.workspace}. */
  public static TextValue workspace() {
    return Kind.TEXT.at(Expression.reference("terraform.workspace"));
  }

  /**
   * What a function of the language or of a provider makes of arguments: {@code called("try", a,
   * "b")}.
   */
  public static AnyValue called(String function, @Nullable Object... arguments) {
    List<Expression> all = new ArrayList<>();
    for (Object argument : arguments) {
      all.add(of(argument).expression());
    }
    return Kind.ANY.at(new Expression.Call(function, all, false));
  }

  /**
   * The same for a function that takes any number of arguments.
   *
   * @param more follow the first ones
   */
  public static AnyValue calledWith(
      String function, @Nullable Object[] more, @Nullable Object... first) {
    return called(function, Stream.concat(Stream.of(first), Stream.of(more)).toArray());
  }
}
