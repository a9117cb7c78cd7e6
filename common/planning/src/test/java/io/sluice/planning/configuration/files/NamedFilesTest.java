package io.sluice.planning.configuration.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedFilesTest {
  @TempDir private Path top;
  private Path root;

  @BeforeEach
  void directory() throws IOException {
    root = Files.createDirectories(top.resolve("root"));
    for (String path :
        List.of(
            "lambda.zip",
            "README.md",
            "src/index.js",
            "src/lib/more.js",
            "src/.eslintrc",
            "src/.env",
            "src/prod.env",
            "src/old.tfstate",
            "src/.cache/x",
            ".terraform/providers/p",
            ".sluice/key",
            ".env",
            ".hidden/file.txt",
            "terraform.tfstate",
            "prod.tfvars",
            "../module/files/page.html",
            "../beside/secret.txt")) {
      Path file = root.resolve(path).normalize();
      Files.createDirectories(file.getParent());
      Files.writeString(file, path);
    }
  }

  private static Node node(ObjectNode config) {
    return Node.of(
            draft -> {
              draft.id = "aws_thing.a";
              draft.address = Address.of("aws_thing.a");
              draft.action = Action.CREATE;
              draft.type = "aws_thing";
              draft.provider = "aws";
              draft.config = config;
              draft.repeat = RepeatClass.NONE;
              draft.weight = 1;
            })
        .by(new PluginWork("example.com/acme/aws", "1.0.0", List.of(), null, null));
  }

  private NamedFiles.Found found(String argument, String text) {
    return NamedFiles.of(
        root,
        List.of("../module"),
        List.of(node(Json.object().put(argument, text))),
        FileLimits.STANDARD);
  }

  private List<String> taken(String argument, String text) {
    return List.copyOf(found(argument, text).files().keySet());
  }

  @Test
  void takesTheFileThatAnArgumentNames() {
    assertThat(taken("filename", "lambda.zip")).containsExactly("lambda.zip");
    assertThat(taken("filename", "./src/../lambda.zip")).containsExactly("lambda.zip");
    assertThat(taken("source", "src/lib/more.js")).containsExactly("src/lib/more.js");
    assertThat(taken("page", "../module/files/page.html"))
        .containsExactly("../module/files/page.html");
    assertThat(taken("name", "nothing-of-that-name")).isEmpty();
  }

  @Test
  void takesWhatIsInADirectoryWithoutSecretsAndHiddenDirectories() {
    NamedFiles.Found found = found("source_dir", "src");

    assertThat(found.files().keySet())
        .containsExactly("src/.eslintrc", "src/index.js", "src/lib/more.js");
    assertThat(found.left())
        .hasSize(3)
        .allSatisfy(each -> assertThat(each).contains("source_dir of aws_thing.a"))
        .anySatisfy(each -> assertThat(each).contains("src/.env"))
        .anySatisfy(each -> assertThat(each).contains("src/old.tfstate"));
    assertThat(taken("tag", "src")).as("a word that is a directory's name, too").isEmpty();
    assertThat(taken("context", "."))
        .contains("lambda.zip", "src/index.js")
        .noneMatch(path -> path.contains(".terraform") || path.contains(".sluice"))
        .noneMatch(path -> path.endsWith("tfstate") || path.endsWith(".env"))
        .noneMatch(path -> path.endsWith(".tfvars") || path.startsWith(".hidden"));
  }

  @Test
  void neverTakesSecretsOfTheDirectoryEvenIfTheyAreNamed() {
    for (String secret :
        List.of(
            ".env", "terraform.tfstate", "prod.tfvars", ".sluice/key", ".terraform/providers/p")) {
      NamedFiles.Found found = found("filename", secret);
      assertThat(found.files()).as(secret).isEmpty();
      assertThat(found.left()).as(secret).hasSize(1);
    }
    assertThat(taken("filename", ".hidden/file.txt"))
        .as("what is hidden, and named")
        .containsExactly(".hidden/file.txt");
  }

  @Test
  void neverTakesWhatIsOutsideOfTheConfiguration() throws IOException {
    assertThat(found("filename", "../beside/secret.txt").left())
        .singleElement()
        .asString()
        .contains("outside");
    Files.createSymbolicLink(root.resolve("innocent.txt"), top.resolve("beside/secret.txt"));
    assertThat(taken("filename", "innocent.txt")).isEmpty();
    Files.createSymbolicLink(root.resolve("src/away"), top.resolve("beside"));
    assertThat(taken("source_dir", "src")).noneMatch(path -> path.contains("secret"));
    assertThat(taken("filename", top.resolve("beside/secret.txt").toString())).isEmpty();
  }

  @Test
  void knowsWhetherRelativePathsPlayAPart() {
    assertThat(found("filename", "lambda.zip").relative()).isTrue();
    assertThat(found("output_path", "build/late.zip").relative()).isTrue();
    assertThat(found("output_path", "./x").relative()).isTrue();
    assertThat(found("output_path", "src/x").relative()).isTrue();
    for (String text :
        List.of(
            "t3.micro",
            "10.0.0.0/16",
            "python3.12",
            "arn:aws:iam::aws:policy/ReadOnlyAccess",
            "https://example.com/a.zip",
            "application/json",
            "index.handler",
            "/tmp/a.zip",
            "Read the file a.zip")) {
      assertThat(found("argument", text).relative()).as(text).isFalse();
    }
  }

  @Test
  void boundsWhatIsTaken() {
    assertThatThrownBy(
            () ->
                NamedFiles.of(
                    root,
                    List.of(),
                    List.of(node(Json.object().put("source_dir", "src"))),
                    new FileLimits(2, 1_000, 1_000, 1_000)))
        .isInstanceOf(FilesTooLarge.class)
        .hasMessageContaining("source_dir of aws_thing.a");
    assertThatThrownBy(
            () ->
                NamedFiles.of(
                    root,
                    List.of(),
                    List.of(node(Json.object().put("filename", "lambda.zip"))),
                    new FileLimits(2, 5, 1_000, 1_000)))
        .isInstanceOf(FilesTooLarge.class)
        .hasMessageContaining("lambda.zip");
  }
}
