package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.NodeId.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeIdTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "t.x, t.x, MAIN, -1",
        "t.x#delete, t.x, DELETE, -1",
        "t.x#read, t.x, READ, -1",
        "t.x#precondition, t.x, PRECONDITION, -1",
        "t.x#postcondition, t.x, POSTCONDITION, -1",
        "t.x#provisioner, t.x, PROVISIONER, -1",
        "t.x#provisioner0, t.x, PROVISIONER, 0",
        "t.x#provisioner12, t.x, PROVISIONER, 12",
        "t.x#provisioner01, t.x#provisioner01, MAIN, -1",
        "t.x#provisioner123456, t.x#provisioner123456, MAIN, -1",
        "t.x#deposed/9, t.x#deposed/9, MAIN, -1",
        "t.x#deposed/9#read, t.x#deposed/9, READ, -1",
        "'t.x#deposed/say \"9#read', 't.x#deposed/say \"9', READ, -1",
        "t.x[\"a#b\"], t.x[\"a#b\"], MAIN, -1",
        "t.x[\"a#b\"]#precondition, t.x[\"a#b\"], PRECONDITION, -1",
        "t.x[\"#delete\"], t.x[\"#delete\"], MAIN, -1",
        "t.x[\"#delete\"]#delete, t.x[\"#delete\"], DELETE, -1",
        "t.x[\"a#deposed/b\"]#read, t.x[\"a#deposed/b\"], READ, -1",
        "t.x[\"a#delete, t.x[\"a#delete, MAIN, -1",
        "t.x[*], t.x[*], MAIN, -1",
        "#delete, #delete, MAIN, -1",
      })
  void isReadFromItsEndAndNotInsideOfKeys(String text, String subject, Role role, int index) {
    NodeId id = NodeId.parse(text);

    assertThat(id).isEqualTo(new NodeId(new Address(subject), role, index));
    assertThat(id.text()).isEqualTo(text);
    assertThat(NodeId.role(text)).isEqualTo(role);
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.x#precondition", "t.x#postcondition", "t.x#provisioner3"})
  void stepsBesideAResourceHaveAnAddressOfTheirOwn(String text) {
    assertThat(NodeId.parse(text).address()).isEqualTo(new Address(text));
  }

  @Test
  void bothHalvesOfAReplaceAndAReadActOnTheResource() {
    Address address = new Address("t.x[\"#delete\"]");

    for (Role role : new Role[] {Role.MAIN, Role.DELETE, Role.READ}) {
      assertThat(NodeId.parse(NodeId.text(address, role)).address()).isEqualTo(address);
    }
  }

  @Test
  void onlyProvisionersAreNumbered() {
    assertThatThrownBy(() -> new NodeId(new Address("t.x"), Role.DELETE, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no DELETE has the number 0");
  }

  @Test
  void peopleAreToldOfQuestionsWhatTheyAreAskedFor() {
    assertThat(NodeId.told(NodeId.wave(NodeId.PLAN, 3, 0))).isEqualTo("plan");
    assertThat(NodeId.told(NodeId.wave("t.a[*]", 1, 12))).isEqualTo("t.a[*]");
    assertThat(NodeId.told("t.a[\"x/1/2\"]#delete")).isEqualTo("t.a[\"x/1/2\"]#delete");
  }
}
