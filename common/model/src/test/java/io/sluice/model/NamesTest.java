package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {
  @ParameterizedTest
  @CsvSource({
    "shop-1,true",
    "Shop_1,true",
    "a.b,true",
    ".a,false",
    "a b,false",
    "a/b,false",
    "'',false"
  })
  void workspaces(String name, boolean valid) {
    assertThat(WorkspaceName.isValid(name)).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"gpu-1,true", "Linux_GPU,true", "a.b,false", "-a,false", "not a pool!,false"})
  void pools(String name, boolean valid) {
    assertThat(PoolName.isValid(name)).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"90,true", "91,false"})
  void aWorkspaceHasAsManyCharactersAsItsRuleSays(int length, boolean valid) {
    assertThat(WorkspaceName.isValid("w".repeat(length))).isEqualTo(valid);
  }

  @ParameterizedTest
  @CsvSource({"100,true", "101,false"})
  void aPoolHasAsManyCharactersAsItsRuleSays(int length, boolean valid) {
    assertThat(PoolName.isValid("p".repeat(length))).isEqualTo(valid);
  }
}
