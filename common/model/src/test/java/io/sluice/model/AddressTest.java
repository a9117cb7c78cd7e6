package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.Address.Mark;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        "component.net[\"eu\"].aws_vpc.main",
        "stack.x[\"k.v\"].component.net.module.m[0].t_x.a[0]",
        "component.a",
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

  @Test
  void aMarkInsideAKeyIsPartOfTheKey() {
    Address address = new Address("t.x[\"a#deposed/b\\\"#orphan/c\"]");

    assertThat(address.live()).isEqualTo(address);
    assertThat(address.isDeposed()).isFalse();
    assertThat(address.isOrphan()).isFalse();
    assertThat(address.deposed("i").live()).isEqualTo(address);
    assertThat(address.deposed("i").isDeposed()).isTrue();
    assertThat(address.orphan("say \"#deposed/\"").isOrphan()).isTrue();
    assertThat(address.orphan("say \"#deposed/\"").isDeposed()).isFalse();
    assertThat(new Address("t.x[\"a[b\"]").block()).isEqualTo("t.x");
  }

  @Test
  void aMarkSaysWhatIsThere() {
    Address address = new Address("t.x[\"a#deposed/b\"]");

    assertThat(address.mark()).isEqualTo(new Mark.None());
    assertThat(address.deposed("i").mark()).isEqualTo(new Mark.Deposed("i"));
    assertThat(address.orphan("c").mark()).isEqualTo(new Mark.Orphan("c"));
    assertThat(address.createInDoubt().mark()).isEqualTo(new Mark.CreateInDoubt());
    assertThat(address.createInDoubt().text()).isEqualTo(address + "#orphan/doubt");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "t.x, t, x, t.x[*], false",
        "t.x[\"a[b\"], t, x, t.x[*], false",
        "t.x[\"a.data.b\"], t, x, t.x[*], false",
        "t.x[\"a\"]#deposed/m.n, t, x, t.x[*], false",
        "module.data.t.x, t, x, module.data.t.x[*], false",
        "module.m[\"a.b\"].t.x[0], t, x, 'module.m[\"a.b\"].t.x[*]', false",
        "data.t.x, t, x, data.t.x[*], true",
        "module.m[\"a.b\"].module.n.data.t.x[0], t, x, 'module.m[\"a.b\"].module.n.data.t.x[*]',"
            + " true",
        "module.data, module, data, module.data[*], false",
        "component.c[\"a.b\"].data.t.x, t, x, 'component.c[\"a.b\"].data.t.x[*]', true",
        "stack.s.component.c.t.x, t, x, stack.s.component.c.t.x[*], false",
        "!outputs, '', !outputs, !outputs[*], false"
      })
  void isTakenApartWhateverItsKeysAndModulesAreCalled(
      String text, String type, String name, String every, boolean data) {
    Address address = new Address(text);

    assertThat(address.type()).isEqualTo(type);
    assertThat(address.name()).isEqualTo(name);
    assertThat(address.every().text()).isEqualTo(every);
    assertThat(address.isData()).isEqualTo(data);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "t.x, ''",
        "data.t.x, ''",
        "component.x, ''",
        "module.m[\"a.b\"].t.x, 'module.m[\"a.b\"].'",
        "stack.s[\"k\"].component.c.module.m.data.t.x, 'stack.s[\"k\"].component.c.module.m.'"
      })
  void saysWhichCallsLeadToIt(String text, String calls) {
    assertThat(new Address(text).calls()).isEqualTo(calls);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "module.m.t.x, ''",
        "component.c[\"module.a\"].module.m.t.x, 'component.c[\"module.a\"]'",
        "stack.s[\"k\"].component.c.data.t.x, 'stack.s[\"k\"].component.c'"
      })
  void saysWhichComponentItBelongsTo(String text, String component) {
    assertThat(new Address(text).component()).isEqualTo(component);
  }

  @Test
  void aLongKeyIsRefusedByNameAndOverflowsNoStack() {
    assertThat(new Address("t.x[\"" + "k".repeat(990) + "\"]").isInstance()).isTrue();
    assertThat(new Address("t.x[\"" + "\\\"".repeat(490) + "\"]").isInstance()).isTrue();
    assertThatThrownBy(() -> new Address("t.x[\"" + "k".repeat(4_000) + "\"]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 1000 characters, not 4007");
  }

  @Test
  void idsOfAnyLengthMakeDifferentKeysThatFit() {
    Address address = new Address("t.x");
    Address one = address.deposed("i".repeat(100_000) + "1");
    Address other = address.deposed("i".repeat(100_000) + "2");

    assertThat(one.text().length()).isLessThan(300);
    assertThat(one).isNotEqualTo(other).isEqualTo(address.deposed("i".repeat(100_000) + "1"));
    assertThat(one.live()).isEqualTo(address);
  }
}
