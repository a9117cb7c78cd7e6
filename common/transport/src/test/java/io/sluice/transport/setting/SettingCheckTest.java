package io.sluice.transport.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SettingCheckTest {
  @Test
  void aNameThatThereIsNotIsRefusedWithTheNearest() {
    assertThat(SettingCheck.faults(Map.of("SLUICE_KAKFA", "a:1")))
        .containsExactly("There is no setting SLUICE_KAKFA. Did you mean SLUICE_KAFKA?");
    assertThat(SettingCheck.faults(Map.of("SLUICE_HTTP_TOKEN_FIEL", "a")))
        .containsExactly(
            "There is no setting SLUICE_HTTP_TOKEN_FIEL. Did you mean SLUICE_HTTP_TOKEN_FILE?");
    assertThat(SettingCheck.faults(Map.of("SLUICE_QQQQQQQQQQQQ", "a")))
        .containsExactly("There is no setting SLUICE_QQQQQQQQQQQQ.");
    assertThat(SettingCheck.faults(Map.of("KAFKA", "a", "OTHER_SLUICE_KAKFA", "b"))).isEmpty();
  }

  @Test
  void namesThatGoOnAndFilesOfSecretsAreKnown() {
    assertThat(
            SettingCheck.faults(
                Map.of(
                    "SLUICE_KAFKA_CLIENT_SASL_JAAS_CONFIG_FILE", "/run/jaas",
                    "SLUICE_VAR_region", "eu",
                    "SLUICE_HTTP_TOKEN_FILE", "/run/token",
                    "SLUICE_ZOOKEEPER_AUTH", "a:b")))
        .isEmpty();
    assertThat(SettingCheck.faults(Map.of("SLUICE_STATE_BATCH_FILE", "x"))).hasSize(1);
  }

  @Test
  void whatKubernetesAddsForItsServicesIsNone() {
    Map<String, String> links =
        Map.of(
            "SLUICE_SERVICE_HOST", "10.0.0.1",
            "SLUICE_STATE_PORT_8080_TCP_ADDR", "10.0.0.1",
            "SLUICE_PORT", "tcp://10.0.0.1:8080");
    assertThat(SettingCheck.faults(links)).hasSize(3);

    Map<String, String> inside = new TreeMap<>(links);
    inside.put("KUBERNETES_SERVICE_HOST", "10.0.0.1");
    assertThat(SettingCheck.faults(inside)).isEmpty();
  }

  @Test
  void aValueOutOfItsBoundsIsRefusedByName() {
    assertThat(SettingCheck.faults(new TreeMap<>(Map.of("SLUICE_STATE_BATCH", "0"))))
        .containsExactly("SLUICE_STATE_BATCH must be from 1 to 10000, not 0.");
    assertThat(SettingCheck.faults(Map.of("SLUICE_STATE_BATCH", "many")))
        .containsExactly("SLUICE_STATE_BATCH must be a whole number, not \"many\".");
    assertThat(SettingCheck.faults(Map.of("SLUICE_FLUSH_EACH_WRITE", "yes")))
        .containsExactly("SLUICE_FLUSH_EACH_WRITE must be true or false, not \"yes\".");
    assertThat(SettingCheck.faults(Map.of("SLUICE_GROUP_SESSION", "soon")))
        .containsExactly("SLUICE_GROUP_SESSION must be a duration such as 10s, not \"soon\".");
    assertThat(SettingCheck.faults(Map.of("SLUICE_STATE_BATCH", " "))).isEmpty();
  }

  @Test
  void aServiceIsToldAllOfThem() {
    assertThatThrownBy(
            () -> SettingCheck.require(Map.of("SLUICE_KAKFA", "a:1", "SLUICE_STATE_BATCH", "0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SLUICE_KAKFA")
        .hasMessageContaining("SLUICE_STATE_BATCH");
  }

  @Test
  void everyDefaultIsWithinItsBounds() {
    for (Setting setting : Setting.values()) {
      assertThat(SettingCheck.faults(Map.of(setting.variable(), setting.usual())))
          .as(setting.variable())
          .filteredOn(fault -> !setting.is(Mark.EACH))
          .isEmpty();
    }
  }
}
