package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LineageTest {
  @Test
  void printsTheExpressionThatLeadsThere() {
    Lineage lineage =
        Lineage.root("aws_vpc.main").member("subnets").key("a\"b").index(0).member("id");

    assertThat(lineage).hasToString("aws_vpc.main.subnets[\"a\\\"b\"][0].id");
  }

  @Test
  void escapesWhatWouldBeATemplateInAKey() {
    assertThat(Lineage.root("x").key("${y}")).hasToString("x[\"$${y}\"]");
  }

  @Test
  void staysAsItIsWhenExtended() {
    Lineage parent = Lineage.root("local").member("tags");
    Lineage child = parent.key("a");

    assertThat(parent).hasToString("local.tags");
    assertThat(child).hasToString("local.tags[\"a\"]");
  }

  @Test
  void beginsWithAnIdentifier() {
    assertThatThrownBy(() -> new Lineage(List.of(new Lineage.Member("x"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void knowsTheAddressBehindAMark() {
    Address address = Address.of("local_file.a");

    assertThat(address.deposed("7").live()).isEqualTo(address);
    assertThat(address.deposed("7").isDeposed()).isTrue();
    assertThat(address.orphan("w-1").isOrphan()).isTrue();
    assertThat(address.orphan("w-1").live()).isEqualTo(address);
    assertThat(address.isDeposed()).isFalse();
  }
}
