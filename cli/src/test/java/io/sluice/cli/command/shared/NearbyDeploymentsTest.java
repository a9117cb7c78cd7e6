package io.sluice.cli.command.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State belongs to the directory of its configuration: elsewhere a command says where that is. */
class NearbyDeploymentsTest {
  @TempDir private Path directory;

  @Test
  void aLookWhereNothingIsRecordedNamesTheFolderThatHasADeployment() throws IOException {
    Path shop = deploymentIn("envs/shop");

    Captured below = Captured.run(directory, "output", "-json");
    assertThat(below.code()).as(below.err()).isZero();
    assertThat(below.err())
        .contains("Nothing is recorded in " + directory)
        .contains("envs/shop has a deployment: sluice -chdir=envs/shop output --json");

    Path modules = Files.createDirectories(shop.resolve("modules/net"));
    assertThat(Captured.run(modules, "-chdir=.", "state", "list").err())
        .contains(shop + " has a deployment: sluice -chdir=" + shop + " state list");
    assertThat(Captured.run(directory, "status").err()).contains("envs/shop has a deployment");
  }

  @Test
  void whatNeedsThatStateIsRefusedAndMakesNoOtherDeployment() throws IOException {
    deploymentIn("shop");
    for (List<String> command :
        List.of(
            List.of("destroy", "-auto-approve"),
            List.of("drift"),
            List.of("state", "rm", "t.a"),
            List.of("runs", "cancel", "last"))) {
      Captured refused = Captured.run(directory, command.toArray(String[]::new));
      assertThat(refused.code()).as(command + refused.out()).isOne();
      assertThat(refused.err())
          .contains("There is no deployment here", "sluice -chdir=shop " + command.getFirst());
    }
    assertThat(directory.resolve(".sluice")).doesNotExist();
  }

  @Test
  void theFolderOfAMemberIsToldHowTheFleetAboveMeansIt() throws IOException {
    Path fleet = deploymentIn("fleet");
    Path shop = Files.createDirectories(fleet.resolve("eu/shop"));
    Files.writeString(shop.resolve("main.tf"), "resource \"terraform_data\" \"x\" {}\n");
    assertThat(Captured.run(shop, "destroy", "--auto-approve").err())
        .contains(
            "or, for what `sluice fleet` made there: sluice -chdir=" + fleet,
            " fleet destroy eu/shop");
    assertThat(Captured.run(shop, "output").err()).contains(" output --workspace eu.shop");
  }

  @Test
  void whereNoFolderHasOneNothingMoreIsSaid() throws IOException {
    Files.createDirectories(directory.resolve("empty/.hidden"));
    assertThat(Captured.run(directory, "output").err()).doesNotContain("has a deployment");
  }

  private Path deploymentIn(String name) throws IOException {
    Path folder = Files.createDirectories(directory.resolve(name));
    Path data = Files.createDirectory(folder.resolve(".sluice"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    Files.createDirectory(data.resolve("kafka"));
    return folder;
  }
}
