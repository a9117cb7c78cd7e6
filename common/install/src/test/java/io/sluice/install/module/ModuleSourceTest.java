package io.sluice.install.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.language.address.BadText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleSourceTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "./a/../b | ./b",
        "../x//y | ../x/y",
        "terraform-aws-modules/vpc/aws | registry.terraform.io/terraform-aws-modules/vpc/aws",
        "acme/x/aws//modules/y | registry.terraform.io/acme/x/aws//modules/y",
        "example.com/acme/x/aws | example.com/acme/x/aws",
        "example.com:8443/acme/x/aws | example.com:8443/acme/x/aws",
        "github.com/acme/x | git::https://github.com/acme/x.git",
        "github.com/acme/x//sub?ref=v1 | git::https://github.com/acme/x.git//sub?ref=v1",
        "bitbucket.org/acme/x | git::https://bitbucket.org/acme/x.git",
        "git@github.com:acme/x.git | git::ssh://git@github.com/acme/x.git",
        "git@github.com:acme/x.git//sub?ref=v1 | git::ssh://git@github.com/acme/x.git//sub?ref=v1",
        "git::https://example.com/x.git//a/b?ref=main |"
            + " git::https://example.com/x.git//a/b?ref=main",
        "git::ssh://user@example.com/x.git | git::ssh://user@example.com/x.git",
        "https://example.com/x.zip//sub | https://example.com/x.zip//sub",
        "https://example.com/get?next=http://a//b | https://example.com/get?next=http://a//b",
        "/absolute/path | file:///absolute/path"
      })
  void isWrittenInNormalForm(String written, String normal) {
    assertThat(ModuleSource.parse(written)).hasToString(normal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "a/b", "git::https://example.com/x.git//../y"})
  void refusesWhatIsNoSource(String written) {
    assertThatThrownBy(() -> ModuleSource.parse(written)).isInstanceOf(BadText.class);
  }
}
