package io.sluice.install.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.address.BadText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionConstraintsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "= 1.2.3 | 1.2.3 | true",
        "1.2 | 1.2.0 | true",
        "1.2.3 | 1.2.4 | false",
        "!= 1.2.3 | 1.2.3 | false",
        "> 1.2 | 1.2.0 | false",
        "> 1.2 | 1.2.1 | true",
        ">= 1.2, < 2.0 | 1.99.0 | true",
        ">= 1.2, < 2.0 | 2.0.0 | false",
        "<= 2 | 2.0.0 | true",
        "~> 1.2 | 1.9.0 | true",
        "~> 1.2 | 2.0.0 | false",
        "~> 1.2 | 1.1.9 | false",
        "~> 1.2.3 | 1.2.9 | true",
        "~> 1.2.3 | 1.3.0 | false",
        "~> 2 | 2.7.0 | true",
        "~> 2 | 3.0.0 | false",
        ">= 1.0 | 2.0.0-beta1 | false",
        "2.0.0-beta1 | 2.0.0-beta1 | true",
        ">= 1.0, 2.0.0-beta1 | 2.0.0-beta1 | true",
        ">= 3.0, 2.0.0-beta1 | 2.0.0-beta1 | false",
        "1.0.0 | 1.0.0+build | false",
        ">= 1.0.0 | 1.0.0+build | true"
      })
  void acceptsWhatTerraformAccepts(String constraints, String version, boolean accepted) {
    assertThat(VersionConstraints.parse(constraints).accept(Version.parse(version)))
        .isEqualTo(accepted);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "~> 5.0 | ~> 5.0",
        "~> 5 | ~> 5.0",
        "~>5.1.0 | ~> 5.1.0",
        ">=4 | >= 4.0.0",
        "= 1.0 | 1.0.0",
        "< 6.0, >= 4.0 | >= 4.0.0, < 6.0.0",
        ">= 2.0, >= 2.0.0 | >= 2.0.0",
        "!= 1.2.0, > 1.2.0, ~> 1.2, >= 1.2, ~> 1.2.0 | > 1.2.0, >= 1.2.0, ~> 1.2.0, ~> 1.2, !="
            + " 1.2.0",
        "1.0.0-rc1 | 1.0.0-rc1"
      })
  void areWrittenAsInTheLockFile(String written, String canonical) {
    assertThat(VersionConstraints.parse(written)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"=> 1.0", "=< 1.0", "v1.0", ">= v1.0", "1.0.0.0", "latest", "1.x", ">=", "1.0,"})
  void refuseWhatIsNoConstraint(String written) {
    assertThatThrownBy(() -> VersionConstraints.parse(written)).isInstanceOf(BadText.class);
  }

  @Test
  void choosesTheNewestByPrecedence() {
    List<Version> versions =
        List.of("1.10.0", "1.9.0", "2.0.0-rc.1", "1.10.0-beta", "0.9.0").stream()
            .map(Version::parse)
            .toList();

    assertThat(VersionConstraints.NONE.newest(versions)).contains(Version.parse("1.10.0"));
    assertThat(VersionConstraints.parse("< 1.0").newest(versions)).contains(Version.parse("0.9.0"));
    assertThat(VersionConstraints.parse("> 2").newest(versions)).isEmpty();
  }

  @Test
  void ordersPrereleasesAsSemanticVersionsDo() {
    List<String> ascending =
        List.of(
            "1.0.0-1",
            "1.0.0-2",
            "1.0.0-11",
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-beta",
            "1.0.0");

    assertThat(ascending.reversed().stream().map(Version::parse).sorted().map(Version::toString))
        .containsExactlyElementsOf(ascending);
  }
}
