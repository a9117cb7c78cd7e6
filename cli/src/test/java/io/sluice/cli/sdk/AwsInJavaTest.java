package io.sluice.cli.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.cloud.AwsMirror;
import io.sluice.bridge.cloud.Moto;
import io.sluice.cli.Captured;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.SavedPlans;
import io.sluice.planning.configuration.SavedPlan;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gallery of examples/aws written in Java, its modules too, with classes that are generated
 * here: in the same directory, against the same AWS, what is planned and saved is the same.
 */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class AwsInJavaTest {
  private static final Path EXAMPLE = Path.of("..", "examples", "aws");

  @TempDir(cleanup = CleanupMode.NEVER)
  private static Path directory;

  private final Path project = directory.resolve("project");

  @Test
  void theStackIsPlannedAsItsConfigurationInHcl() throws Exception {
    Path mirror = AwsMirror.find().orElse(null);
    assumeTrue(mirror != null, "skipped: no mirror on this machine has the provider for AWS");
    assumeTrue(Moto.isThere(), "skipped: there is no moto_server");
    lay();
    done("init", "--plugin-dir=" + mirror);
    Path classes = compiled();
    try (Moto moto = Moto.start(Files.createDirectory(directory.resolve("moto")))) {
      SavedPlan hcl = saved(moto, "hcl.plan");
      removeModules();
      write(classes);
      SavedPlan java = saved(moto, "java.plan");

      assertThat(hcl.shown().path("changes")).hasSizeGreaterThan(49);
      assertThat(byName(java, "changes", "address")).isEqualTo(byName(hcl, "changes", "address"));
      assertThat(byName(java, "outputs", "name")).isEqualTo(byName(hcl, "outputs", "name"));
      assertThat(byName(java, "nodes", "id")).isEqualTo(byName(hcl, "nodes", "id"));
    }
  }

  /** Each part of the plan as text, so that what differs is seen by its name. */
  private static Map<String, String> byName(SavedPlan plan, String part, String name) {
    Map<String, String> named = new TreeMap<>();
    plan.shown()
        .path(part)
        .forEach(each -> named.put(each.path(name).asText(), renamed(each).toPrettyString()));
    return named;
  }

  /** What is computed during the run is there as an expression; a loop may call things its way. */
  private static JsonNode renamed(JsonNode part) {
    part.findParents("$expr")
        .forEach(
            late ->
                ((ObjectNode) late).put("$expr", withoutLoopNames(late.path("$expr").asText())));
    return part;
  }

  private static String withoutLoopNames(String expression) {
    String text = expression;
    Matcher loop = Pattern.compile("\\bfor (\\w+)(?:, (\\w+))? in\\b").matcher(expression);
    for (int number = 1; loop.find(); number++) {
      text = called(text, loop.group(1), "first" + number);
      text = loop.group(2) == null ? text : called(text, loop.group(2), "second" + number);
    }
    return text.replaceAll("\\s+", "");
  }

  private static String called(String text, String name, String other) {
    return text.replaceAll("(?<![\\w.\"])" + name + "\\b", other);
  }

  private SavedPlan saved(Moto moto, String file) throws Exception {
    done("plan", "--out=" + file, "-var=endpoint=" + moto.endpoint(), "-var=token=canary");
    var invocation = Captured.quiet(project, "show");
    Settings settings = Settings.of(invocation, Optional.empty(), Optional.empty());
    return SavedPlans.read(invocation, file, () -> Keys.of(invocation, settings));
  }

  private void lay() throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = EXAMPLE.relativize(file);
        if (!name.startsWith(".terraform") && !name.startsWith(".sluice")) {
          Path copy = project.resolve(name);
          Files.createDirectories(copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  private void removeModules() throws IOException {
    try (Stream<Path> files = Files.walk(project)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".tf")).toList()) {
        Files.delete(file);
      }
    }
  }

  private void done(String... command) {
    Captured ended = Captured.run(project, command);
    assertThat(ended.code()).as(ended.err()).isZero();
  }

  /** The generated classes and the stack, compiled as a project would that takes no warning. */
  private Path compiled() throws IOException {
    done(
        "sdk",
        "generate",
        "--package=com.acme.gallery.aws",
        "--out=java",
        "@" + project.resolve("java/classes.txt"));
    Path classes = Files.createDirectories(directory.resolve("classes"));
    List<String> options =
        List.of(
            "-Xlint:all,-path,-classfile",
            "-Werror",
            "-proc:none",
            "-d",
            classes.toString(),
            "-classpath",
            System.getProperty("java.class.path"));
    StringWriter said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.walk(project.resolve("java"))) {
      List<Path> all =
          new ArrayList<>(sources.filter(each -> each.toString().endsWith(".java")).toList());
      boolean compiled =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(all))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
    return classes;
  }

  private void write(Path classes) throws Exception {
    URL[] here = {classes.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(here, getClass().getClassLoader())) {
      loader
          .loadClass("com.acme.gallery.Gallery")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[] {project.toString()});
    }
  }
}
