package io.sluice.cli.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SdkGenerateTest {
  private static final Path EXAMPLE =
      Path.of("..", "examples/sdk/src/main/java/com/acme/site/generated");

  @TempDir private Path directory;

  private Captured generate(String... names) {
    String[] arguments = new String[names.length + 5];
    System.arraycopy(
        new String[] {"sdk", "generate", "--package", "com.acme.site.generated", "--out=java"},
        0,
        arguments,
        0,
        5);
    System.arraycopy(names, 0, arguments, 5, names.length);
    return Captured.run(directory, arguments);
  }

  /** What lies beside the example is what its README says it is. */
  @Test
  void makesTheClassesOfTheExample() throws Exception {
    Captured made = generate("local_file", "local_directory", "random_id");

    assertThat(made.code()).as(made.err()).isZero();
    assertThat(made.out())
        .isEqualTo(
            """
            java/com/acme/site/generated/LocalFile.java
            java/com/acme/site/generated/LocalDirectory.java
            java/com/acme/site/generated/RandomId.java
            """);
    for (String name : made.out().lines().toList()) {
      Path file = directory.resolve(name);
      assertThat(file).hasSameTextualContentAs(EXAMPLE.resolve(file.getFileName()));
    }
  }

  @Test
  void dataSourcesProvidersAndModulesHaveNamesOfTheirOwn() throws Exception {
    Path module = Files.createDirectories(directory.resolve("modules/net"));
    Files.writeString(module.resolve("main.tf"), "variable \"cidr\" { type = string }\n");

    Captured made = generate("data.local_file", "provider.http", "module.net=./modules/net");

    assertThat(made.code()).as(made.err()).isZero();
    assertThat(made.out()).contains("LocalFileData.java", "HttpProvider.java", "NetModule.java");
    assertThat(directory.resolve("java/com/acme/site/generated/NetModule.java"))
        .content()
        .contains("super(name, \"./modules/net\");")
        .contains("public NetModule cidr(String value) {");
  }

  @Test
  void aNameThatNothingHasIsAnErrorAndNothingIsWritten() {
    Captured misspelt = generate("random_id", "local_fil");

    assertThat(misspelt.code()).isEqualTo(1);
    assertThat(misspelt.err())
        .contains("There is no resource type local_fil")
        .contains("Did you mean local_file?");
    assertThat(directory.resolve("java")).doesNotExist();
    assertThat(generate("module.net").err()).contains("Name its directory: module.net=./DIR");
  }
}
