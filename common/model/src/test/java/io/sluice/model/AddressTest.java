package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "t_x.a",
        "t_x.a[0]",
        "t_x.a[\"k\"]",
        "module.m.t_x.a-b",
        "module.m[\"k.v\"].module.n[3].t_x.a[\"q\\\"[]\"]",
        "t_x.größe"
      })
  void namesAnInstance(String text) {
    assertThat(new Address(text).isInstance()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t_x",
        "t_x.",
        ".a",
        "t_x.a[",
        "t_x.a[x]",
        "t_x.a]",
        "t_x.a b",
        "t_x.a[0][1]",
        "!outputs",
        "m.t_x.a",
        "t_x.a#orphan/c",
        "t_x.a[\"k]",
        "1t.a"
      })
  void namesNone(String text) {
    assertThat(new Address(text).isInstance()).isFalse();
  }
}
