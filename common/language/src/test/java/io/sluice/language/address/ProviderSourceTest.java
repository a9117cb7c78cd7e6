package io.sluice.language.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderSourceTest {
  @ParameterizedTest
  @CsvSource({
    "aws, registry.terraform.io/hashicorp/aws",
    "hashicorp/AWS, registry.terraform.io/hashicorp/aws",
    "Example.com:443/acme/cloud, example.com/acme/cloud",
    "localhost:8443/acme/cloud, localhost:8443/acme/cloud",
    "registry.opentofu.org/hashicorp/aws, registry.opentofu.org/hashicorp/aws",
    "müller.example/acme/cloud, müller.example/acme/cloud"
  })
  void isWrittenInFull(String written, String full) {
    assertThat(ProviderSource.parse(written)).hasToString(full);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a/b/c/d",
        "/aws",
        "hashicorp//aws",
        "hashicorp/terraform-provider-aws",
        "a b",
        "-x",
        "x:y/a/b"
      })
  void refusesWhatIsNoSource(String written) {
    assertThatThrownBy(() -> ProviderSource.parse(written)).isInstanceOf(BadText.class);
  }

  @Test
  void knowsWhatIsBuiltIn() {
    assertThat(ProviderSource.implied("terraform").isBuiltIn()).isTrue();
    assertThat(ProviderSource.parse("sluice.io/builtin/local").isBuiltIn()).isTrue();
    assertThat(ProviderSource.implied("local").isBuiltIn()).isFalse();
  }

  @Test
  void comparesHostsInOneForm() {
    assertThat(ProviderSource.parse("MÜLLER.example/acme/cloud"))
        .isEqualTo(ProviderSource.parse("müller.example/acme/cloud"));
    assertThat(ProviderSource.parse("müller.example/acme/cloud").host())
        .isEqualTo("xn--mller-kva.example");
  }
}
