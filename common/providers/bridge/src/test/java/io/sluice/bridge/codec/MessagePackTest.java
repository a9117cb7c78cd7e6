package io.sluice.bridge.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Refinement;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.number.BigFloat;
import io.sluice.language.value.number.NumberReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessagePackTest {
  private static String hex(Value value, Type type) {
    return HexFormat.of().formatHex(MessagePackWriter.encode(value, type));
  }

  private static Value read(String hex, Type type) throws DecodeFailed {
    return MessagePackReader.decode(HexFormat.of().parseHex(hex), type);
  }

  private static String text(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Value number(String text) {
    return Value.of(NumberReader.parse(text).orElseThrow());
  }

  private static void comesBack(Value value, Type type) throws DecodeFailed {
    assertThat(MessagePackReader.decode(MessagePackWriter.encode(value, type), type))
        .isEqualTo(value);
  }

  @Test
  void writesNumbersInTheShortestFormThatLosesNothing() {
    assertThat(hex(number("0"), Types.NUMBER)).isEqualTo("00");
    assertThat(hex(number("127"), Types.NUMBER)).isEqualTo("7f");
    assertThat(hex(number("128"), Types.NUMBER)).isEqualTo("cc80");
    assertThat(hex(number("-1"), Types.NUMBER)).isEqualTo("ff");
    assertThat(hex(number("-33"), Types.NUMBER)).isEqualTo("d0df");
    assertThat(hex(number("65536"), Types.NUMBER)).isEqualTo("ce00010000");
    assertThat(hex(number("9223372036854775807"), Types.NUMBER)).isEqualTo("cf7fffffffffffffff");
    assertThat(hex(number("9223372036854775808"), Types.NUMBER))
        .isEqualTo("b3" + text("9223372036854775808"));
    assertThat(hex(number("12345678901234567890123"), Types.NUMBER))
        .isEqualTo("b7" + text("12345678901234567890123"));
    assertThat(hex(number("0.5"), Types.NUMBER)).isEqualTo("cb3fe0000000000000");
    assertThat(hex(number("0.1"), Types.NUMBER)).isEqualTo("a3" + text("0.1"));
    assertThat(hex(Value.of(BigFloat.of(0.1)), Types.NUMBER)).isEqualTo("cb3fb999999999999a");
    assertThat(hex(Value.of(BigFloat.NEGATIVE_INFINITY), Types.NUMBER))
        .isEqualTo("cbfff0000000000000");
  }

  @Test
  void readsNumbersOfAnyEncoder() throws DecodeFailed {
    assertThat(read("cfffffffffffffffff", Types.NUMBER)).isEqualTo(number("18446744073709551615"));
    assertThat(read("ca3f000000", Types.NUMBER)).isEqualTo(number("0.5"));
    assertThat(read("d3ffffffffffffffff", Types.NUMBER)).isEqualTo(number("-1"));
    assertThat(read("a3" + text("0.1"), Types.NUMBER)).isEqualTo(number("0.1"));
    assertThatThrownBy(() -> read("cb7ff8000000000000", Types.NUMBER))
        .isInstanceOf(DecodeFailed.class);
    assertThatThrownBy(() -> read("a3" + text("abc"), Types.NUMBER))
        .isInstanceOf(DecodeFailed.class);
  }

  @Test
  void keepsNumbersOfFullPrecision() throws DecodeFailed {
    BigFloat third = BigFloat.ONE.divide(BigFloat.of(new BigDecimal("3")));
    comesBack(Value.of(third), Types.NUMBER);
    comesBack(number("123456789.123456789123456789123456789"), Types.NUMBER);
    comesBack(number("1e300"), Types.NUMBER);
    comesBack(number("1e-300"), Types.NUMBER);
  }

  @Test
  void writesUnknownValuesWithWhatIsKnownOfThem() {
    assertThat(hex(Value.unknown(Types.STRING), Types.STRING)).isEqualTo("d40000");
    assertThat(hex(Values.UNKNOWN, Types.ANY)).isEqualTo("d40000");
    Refinement prefixed = new Refinement(true, 0, Refinement.UNBOUNDED, "a-", null, null);
    assertThat(hex(new Value.UnknownValue(Types.STRING, prefixed), Types.STRING))
        .isEqualTo("c7070c8201c202a2612d");
    assertThat(hex(Value.unknownNotNull(Types.BOOL), Types.BOOL)).isEqualTo("c7030c8101c2");
  }

  @Test
  void readsAnyExtensionOfAtMostOneByteAsUnknown() throws DecodeFailed {
    assertThat(read("d40500", Types.STRING)).isEqualTo(Value.unknown(Types.STRING));
    assertThat(read("c70000", Types.STRING)).isEqualTo(Value.unknown(Types.STRING));
    assertThatThrownBy(() -> read("d5050000", Types.STRING)).isInstanceOf(DecodeFailed.class);
  }

  @Test
  void keepsEveryRefinement() throws DecodeFailed {
    Refinement.Bound one = new Refinement.Bound(BigFloat.of(1), true);
    Refinement.Bound big =
        new Refinement.Bound(NumberReader.parse("12345678901234567890123").orElseThrow(), false);
    comesBack(
        new Value.UnknownValue(
            Types.NUMBER, new Refinement(true, 0, Refinement.UNBOUNDED, "", one, big)),
        Types.NUMBER);
    Type list = Type.list(Types.STRING);
    comesBack(new Value.UnknownValue(list, new Refinement(true, 2, 5)), list);
    comesBack(
        new Value.UnknownValue(
            Types.STRING, new Refinement(false, 0, Refinement.UNBOUNDED, "arn:", null, null)),
        Types.STRING);
  }

  @Test
  void refusesRefinementsThatDoNotFitAndIgnoresUnknownOnes() throws DecodeFailed {
    // A prefix of a number; a key 9 that nobody knows.
    assertThatThrownBy(() -> read("c7050c8102a2612d", Types.NUMBER))
        .isInstanceOf(DecodeFailed.class);
    assertThat(read("c7050c8209c301c2", Types.STRING))
        .isEqualTo(Value.unknownNotNull(Types.STRING));
  }

  @Test
  void cutsLongPrefixes() throws DecodeFailed {
    Refinement long1 = new Refinement(false, 0, Refinement.UNBOUNDED, "ab".repeat(400), null, null);
    Value back =
        MessagePackReader.decode(
            MessagePackWriter.encode(new Value.UnknownValue(Types.STRING, long1), Types.STRING),
            Types.STRING);
    String prefix = ((Value.UnknownValue) back).refinement().prefix();
    assertThat(prefix.length()).isBetween(200, 256);
    assertThat("ab".repeat(400)).startsWith(prefix);
  }

  @Test
  void writesTypesWithDynamicValues() throws DecodeFailed {
    Value value =
        ObjectValue.of(
            Map.of("a", TupleValue.of(List.of(Value.of(1), Values.TRUE)), "b", Values.NULL));
    String type = "[\"object\",{\"a\":[\"tuple\",[\"number\",\"bool\"]],\"b\":\"dynamic\"}]";
    assertThat(hex(value, Types.ANY))
        .isEqualTo("92c4%02x%s82a1619201c3a162c0".formatted(type.length(), text(type)));
    comesBack(value, Types.ANY);
    assertThat(hex(Values.NULL, Types.ANY)).isEqualTo("c0");
    comesBack(Value.nullOf(Types.STRING), Types.ANY);
    comesBack(Value.unknown(Types.STRING), Types.ANY);
  }

  @Test
  void readsCollectionsWhoseElementTypeIsOpen() throws DecodeFailed {
    Type open = Type.list(Types.ANY);
    comesBack(ListValue.of(Types.STRING, List.of(Value.of("a"), Value.of("b"))), open);
    byte[] mixed =
        MessagePackWriter.encode(
            TupleValue.of(List.of(Value.of("a"), Value.of(1))),
            Type.tuple(List.of(Types.ANY, Types.ANY)));
    assertThatThrownBy(() -> MessagePackReader.decode(mixed, open))
        .isInstanceOf(DecodeFailed.class);
  }

  @Test
  void readsSetsWithoutDuplicatesButKeepsUnknownElementsApart() throws DecodeFailed {
    Type set = Type.set(Types.STRING);
    assertThat(read("93a161a162a161", set))
        .isEqualTo(SetValue.of(Types.STRING, List.of(Value.of("b"), Value.of("a"))));
    assertThat(read("92d40000d40000", set).elements()).hasSize(2);
  }

  @Test
  void wantsObjectsWhole() throws DecodeFailed {
    Type object = Type.object(Map.of("a", Types.STRING, "b", Types.STRING));
    comesBack(ObjectValue.of(Map.of("a", Value.of("x"), "b", Value.nullOf(Types.STRING))), object);
    assertThatThrownBy(() -> read("81a161a178", object)).hasMessageContaining("\"b\" is missing");
    assertThatThrownBy(() -> read("83a161a178a162c0a163c0", object)).hasMessageContaining("\"c\"");
    assertThatThrownBy(() -> read("82a161c3a162c0", object))
        .hasMessageContaining(".a: not a string");
  }

  @Test
  void refusesWhatIsTruncatedOrHasMoreBehindIt() {
    assertThatThrownBy(() -> read("a361", Types.STRING)).isInstanceOf(DecodeFailed.class);
    assertThatThrownBy(() -> read("a16161", Types.STRING)).isInstanceOf(DecodeFailed.class);
    assertThatThrownBy(() -> read("93a161", Type.list(Types.STRING)))
        .isInstanceOf(DecodeFailed.class);
  }

  @Test
  void writesNoMarkedValueAndNoneOfAnotherType() {
    Value marked = Value.of("s").withMarks(List.of(io.sluice.language.value.Mark.SENSITIVE));
    assertThatThrownBy(() -> hex(marked, Types.STRING)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () -> hex(MapValue.of(Types.STRING, Map.of()), Type.object(Map.of("a", Types.STRING))))
        .isInstanceOf(IllegalStateException.class);
  }
}
