package io.sluice.language.value.number;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.Scale;

class BigFloatProperties {
  @Property
  void printsWhatWasWritten(
      @ForAll @Scale(20) @BigRange(min = "-1e120", max = "1e120") BigDecimal decimal) {
    assertThat(new BigDecimal(BigFloat.of(decimal).toString())).isEqualByComparingTo(decimal);
  }

  @Property
  void readsBackWhatItPrints(@ForAll long above, @ForAll @BigRange(min = "1") BigInteger below) {
    BigFloat quotient =
        BigFloat.of(new BigDecimal(above)).divide(BigFloat.of(new BigDecimal(below)));
    assertThat(NumberReader.parse(quotient.toString())).contains(quotient);
  }

  @Property
  void integersAreExact(@ForAll BigInteger a, @ForAll BigInteger b) {
    BigFloat left = BigFloat.of(new BigDecimal(a));
    BigFloat right = BigFloat.of(new BigDecimal(b));
    assertThat(left.add(right).toBigInteger()).isEqualTo(a.add(b));
    assertThat(left.subtract(right).toBigInteger()).isEqualTo(a.subtract(b));
    assertThat(left.multiply(right).toBigInteger()).isEqualTo(a.multiply(b));
    assertThat(left.compareTo(right)).isEqualTo(a.compareTo(b));
    if (b.signum() != 0) {
      assertThat(left.modulo(right).toBigInteger()).isEqualTo(a.remainder(b));
    }
  }

  @Property
  void quotientsAreTheNearest(@ForAll long above, @ForAll @BigRange(min = "1") BigInteger below) {
    BigDecimal exact = new BigDecimal(above).divide(new BigDecimal(below), new MathContext(200));
    BigDecimal ours =
        BigFloat.of(new BigDecimal(above))
            .divide(BigFloat.of(new BigDecimal(below)))
            .toBigDecimal();
    BigDecimal off = exact.subtract(ours).abs();
    assertThat(off)
        .isLessThanOrEqualTo(
            exact.abs().multiply(BigDecimal.valueOf(2).pow(-512, new MathContext(20))));
  }

  @Property
  void doublesKeepTheirShortestText(@ForAll double number) {
    assertThat(new BigDecimal(BigFloat.of(number).toString()).doubleValue()).isEqualTo(number);
  }

  @Property
  void equalNumbersHashTheSame(@ForAll long number) {
    BigFloat parsed = NumberReader.parse(Long.toString(number)).orElseThrow();
    assertThat(parsed).isEqualTo(BigFloat.of(number)).hasSameHashCodeAs(BigFloat.of(number));
  }
}
