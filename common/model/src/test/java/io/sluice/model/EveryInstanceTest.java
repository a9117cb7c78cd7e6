package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EveryInstanceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "x.y[*] | x.y[0] | true",
        "x.y[*] | x.y[\"a.b[0]\"] | true",
        "x.y[*] | x.y | false",
        "x.y[*] | x.yy[0] | false",
        "module.a[*].x.y | module.a[\"k\"].x.y | true",
        "module.a[*].x.y | module.a[\"a]\\\"b\"].x.y | true",
        "module.a[*].x.y | module.a[0].x.y#deposed/i | true",
        "module.a[*].x.y | module.a.x.y | false",
        "module.a[*].x.y | module.a[0].x.y[0] | false",
        "module.a[*].x.y | module.a[0].x.y#provisioner | false",
        "module.a[*].x.y[*] | module.a[0].x.y[\"k\"] | true",
        "module.a[*].module.b[*].x.y | module.a[0].module.b[1].x.y | true",
        "module.a[*].module.b[*].x.y | module.a[0].module.c[1].x.y | false",
        "module.a[\"[*]\"].x.y[*] | module.a[\"[*]\"].x.y[0] | true",
        "module.a[\"[*]\"].x.y[*] | module.a[\"k\"].x.y[0] | false",
      })
  void standsForTheInstancesOfItsBlocks(String every, String instance, boolean covers) {
    assertThat(EveryInstance.covers(new Address(every), new Address(instance))).isEqualTo(covers);
  }

  @Test
  void isLateInsideOfACallAndHoldsTheWholeCall() {
    Address part = new Address("module.b[\"k\"].module.a[*].x.y[*]");
    Address block = new Address("x.y[*]");
    Address plain = new Address("module.a[\"[*].\"].x.y");

    assertThat(EveryInstance.isLate(part)).isTrue();
    assertThat(EveryInstance.block(part)).isEqualTo("module.b[\"k\"].module.a");
    assertThat(EveryInstance.isLate(block)).isFalse();
    assertThat(EveryInstance.is(block)).isTrue();
    assertThat(EveryInstance.block(block)).isEqualTo("x.y");
    assertThat(EveryInstance.is(plain)).isFalse();
    assertThat(EveryInstance.isOutput(EveryInstance.output("module.a[*]", "id"))).isTrue();
    assertThat(EveryInstance.isOutput(EveryInstance.output("module.a[*]", null))).isTrue();
    assertThat(EveryInstance.isOutput(part)).isFalse();
  }
}
