package io.sluice.bridge.recover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ImportIdsTest {
  private static final String AWS = "registry.terraform.io/hashicorp/aws";

  private static ImportId id(String type) {
    return ImportIds.shipped().of(AWS, "5.100.0", type).orElseThrow();
  }

  @Test
  void makesTheIdOfArguments() {
    Value policy = ObjectValue.of(Map.of("role", Value.of("r"), "name", Value.of("n$1")));

    assertThat(id("aws_iam_role_policy").of(policy)).contains("r:n$1");
  }

  @Test
  void knowsWhatAnArgumentStandsForThatIsLeftOut() {
    Value none = Value.nullOf(Types.STRING);
    Value rule = ObjectValue.of(Map.of("event_bus_name", none, "name", Value.of("nightly")));
    Value onBus =
        ObjectValue.of(Map.of("event_bus_name", Value.of("bus"), "name", Value.of("nightly")));
    Value target =
        ObjectValue.of(
            Map.of("event_bus_name", none, "rule", Value.of("r"), "target_id", Value.of("t")));

    assertThat(id("aws_cloudwatch_event_rule").of(rule)).contains("nightly");
    assertThat(id("aws_cloudwatch_event_rule").of(onBus)).contains("bus/nightly");
    assertThat(id("aws_cloudwatch_event_target").of(target)).contains("default/r/t");
  }

  @Test
  void cannotSayWhereAnArgumentIsNotKnown() {
    Value unknown = ObjectValue.of(Map.of("bucket", Value.unknown(Types.STRING)));
    Value absent = ObjectValue.of(Map.of("bucket", Value.nullOf(Types.STRING)));

    assertThat(id("aws_s3_bucket").of(unknown)).isEmpty();
    assertThat(id("aws_s3_bucket").of(absent)).isEmpty();
  }

  @Test
  void knowsWhatIsMadeAnewAndWhatIsSet() {
    Value none = Value.nullOf(Types.BOOL);
    Value parameter = ObjectValue.of(Map.of("overwrite", none));
    Value overwriting = ObjectValue.of(Map.of("overwrite", Values.TRUE));

    assertThat(id("aws_s3_bucket").isRepeatable(parameter)).isFalse();
    assertThat(id("aws_s3_bucket_policy").isRepeatable(parameter)).isTrue();
    assertThat(id("aws_ssm_parameter").isRepeatable(parameter)).isFalse();
    assertThat(id("aws_ssm_parameter").isRepeatable(overwriting)).isTrue();
  }

  @Test
  void knowsWhetherThereWillBeAnId() {
    Value waits = ObjectValue.of(Map.of("bucket", Value.unknown(Types.STRING)));
    Value left = ObjectValue.of(Map.of("bucket", Value.nullOf(Types.STRING)));

    assertThat(id("aws_s3_bucket").willBeKnown(waits)).isTrue();
    assertThat(id("aws_s3_bucket").willBeKnown(left)).isFalse();
  }

  @Test
  void knowsWhatALostAnswerSoundsLike() {
    assertThat(PassingFaults.isLostAnswer("request send failed, Post \"http://x\": EOF")).isTrue();
    assertThat(PassingFaults.isLostAnswer("dial tcp: connection refused")).isFalse();
    assertThat(PassingFaults.isLostAnswer("dial tcp 10.0.0.1:443: i/o timeout")).isFalse();
    assertThat(PassingFaults.isLostAnswer("read tcp 10.0.0.1:443: i/o timeout")).isTrue();
  }

  @Test
  void belongsToTheProviderOfThatAddressAlone() {
    assertThat(
            ImportIds.shipped()
                .of("registry.opentofu.org/hashicorp/aws", "5.100.0", "aws_s3_bucket"))
        .isEmpty();
  }

  @Test
  void saysNothingOfVersionsWhoseIdsMayBeOthers() {
    assertThat(ImportIds.shipped().of(AWS, "6.1.0", "aws_s3_bucket")).isEmpty();
    assertThat(ImportIds.shipped().of(AWS, "", "aws_s3_bucket")).isEmpty();
  }

  @Test
  void hasEachTypeOnceAndSaysHowItIsKnown() {
    assertThatThrownBy(() -> ImportIds.read(List.of("a docs new {x}", "a docs new {y}")))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> ImportIds.read(List.of("a heard new {x}")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(ImportIds.shipped().all()).hasSizeGreaterThan(150);
  }

  @Test
  void knowsRefusalsThatPass() {
    assertThat(PassingFaults.matches(AWS, "api error concurrentupdateexception: again")).isTrue();
    assertThat(PassingFaults.matches(AWS, "AccessDenied")).isFalse();
    assertThat(PassingFaults.matches("example.com/a/aws", "ConcurrentUpdateException")).isFalse();
  }
}
