package io.sluice.cli.surgery;

import static io.sluice.cli.surgery.Given.json;
import static io.sluice.cli.surgery.Given.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.terminal.Fault;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProviderChangeTest {
  private static final String AWS = "registry.terraform.io/hashicorp/aws";
  private static final String FORK = "registry.acme.corp/acme/aws";
  private static final String REAL_LOCAL = "registry.terraform.io/hashicorp/local";
  private static final String OWN_LOCAL = "sluice.io/builtin/local";

  private static final StateRecord VPC =
      record("aws_vpc.a", "{'id':'vpc-1'}", "{}").by(AWS, 1, json("{'private':'eA=='}"));
  private static final StateRecord DEEP = record("module.m.aws_vpc.b[0]", "{}", "{}").by(AWS);
  private static final StateRecord FILE = record("local_file.f", "{'id':'f'}", "{}");
  private static final Records RECORDS = new Records(List.of(VPC, DEEP, FILE));

  private static Edit change(String from, String to, String... names) {
    return change(RECORDS, from, to, names);
  }

  private static Edit change(Records records, String from, String to, String... names) {
    return ProviderChange.of(
        records,
        ProviderRegistry.builtIn(),
        ProviderSource.parse(from),
        ProviderSource.parse(to),
        List.of(names));
  }

  @Test
  void givesAllToAForkAndKeepsEverythingElse() {
    Edit edit = change("hashicorp/aws", FORK);

    assertThat(edit.put()).containsExactly(VPC.by(FORK), DEEP.by(FORK));
    assertThat(edit.remove()).isEmpty();
    assertThat(edit.expected()).isEqualTo(Map.of(VPC.address(), 7L, DEEP.address(), 7L));
    assertThat(edit.what()).isEqualTo("state replace-provider " + AWS + " " + FORK);
  }

  @Test
  void givesOnlyWhatIsNamed() {
    assertThat(change(AWS, FORK, "module.m").put()).containsExactly(DEEP.by(FORK));
    assertThat(change(AWS, FORK, "local_file.f").isEmpty()).isTrue();
    assertThat(change(FORK, AWS).isEmpty()).isTrue();
    assertThatThrownBy(() -> change(AWS, FORK, "aws_vpc.z")).isInstanceOf(Fault.class);
  }

  @Test
  void betweenOwnAndRealOnesOnlyTheObjectStays() {
    Edit there = change(OWN_LOCAL, "hashicorp/local");
    assertThat(there.put()).containsExactly(FILE.by(REAL_LOCAL, 0, null));

    Edit back =
        change(
            new Records(List.of(FILE.by(REAL_LOCAL, 3, json("{'private':'eA=='}")))),
            "hashicorp/local",
            OWN_LOCAL);
    int version =
        ProviderRegistry.builtIn().resource("local_file").orElseThrow().schema().version();
    assertThat(back.put()).containsExactly(FILE.by(null, version, null));
  }

  @Test
  void whatTerraformsStateHadComesBack() {
    StateRecord pushed =
        FILE.by(
            null, 0, json("{'terraform':{'schema_version':2,'private':'eA==','provider':'p'}}"));

    assertThat(change(new Records(List.of(pushed)), OWN_LOCAL, "hashicorp/local").put())
        .containsExactly(FILE.by(REAL_LOCAL, 2, json("{'private':'eA=='}")));
  }

  @Test
  void anOwnProviderGetsOnlyWhatItHasTheTypeOf() {
    assertThatThrownBy(() -> change(AWS, OWN_LOCAL, "aws_vpc.a"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("aws_vpc");
  }
}
