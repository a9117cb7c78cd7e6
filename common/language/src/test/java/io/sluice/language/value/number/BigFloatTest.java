package io.sluice.language.value.number;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BigFloatTest {
  private static BigFloat number(String text) {
    return NumberReader.parse(text).orElseThrow();
  }

  @Test
  void roundsAsBinaryNumbersDo() {
    BigFloat fortyNinth = number("1").divide(number("49"));
    assertThat(fortyNinth.multiply(number("49"))).isEqualTo(BigFloat.ONE);
  }

  @Test
  void keepsThePrecisionOfItsOperands() {
    assertThat(BigFloat.of(1).divide(BigFloat.of(3)).toString())
        .isEqualTo("0.33333333333333333334");
    assertThat(BigFloat.of(0.1).toString()).isEqualTo("0.1");
    assertThat(number("1").divide(number("3")).toString()).hasSize(157);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "1_000",
        "0x10",
        "1e",
        "--1",
        "1.2.3",
        "1e999999999999",
        "1e5001",
        "1e-10001",
        "٣"
      })
  void refusesWhatIsNoNumber(String text) {
    assertThat(NumberReader.parse(text)).isEmpty();
  }

  @Test
  @Timeout(10)
  void copesWithNumbersOfVeryDifferentSize() {
    assertThat(number("1e4999").add(number("1e-4999"))).isEqualTo(number("1e4999"));
    assertThat(number("1e4999").compareTo(number("1e-4999"))).isPositive();
    assertThat(number("1e-4999").toBigInteger()).isZero();
  }

  @Test
  void saysWhyInfinitiesCannotBeCounted() {
    BigFloat infinite = BigFloat.ONE.divide(BigFloat.ZERO);
    assertThat(infinite).isEqualTo(BigFloat.POSITIVE_INFINITY).hasToString("+Inf");
    assertThatThrownBy(() -> infinite.subtract(infinite)).isInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> infinite.multiply(BigFloat.ZERO))
        .isInstanceOf(ArithmeticException.class);
    assertThat(infinite.compareTo(number("1e400"))).isPositive();
  }
}
