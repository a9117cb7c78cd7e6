package io.sluice.cli.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.cloud.AwsMirror;
import io.sluice.bridge.cloud.Moto;
import io.sluice.cli.Captured;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.language.config.VariableSources;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.ConfigurationPlan;
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
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * The gallery of examples/aws written in Java with classes that are generated here: in the same
 * directory, against the same AWS, it is planned to be the same.
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
      ConfigurationPlan hcl = planned(moto);
      removeRootModule();
      write(classes);
      ConfigurationPlan java = planned(moto);

      assertThat(java.changes()).hasSizeGreaterThan(49);
      assertThat(changes(java).keySet()).isEqualTo(changes(hcl).keySet());
      changes(hcl)
          .forEach(
              (address, change) ->
                  assertThat(changes(java).get(address)).as(address).isEqualTo(change));
      assertThat(told(java.outputs())).isEqualTo(told(hcl.outputs()));
      assertThat(nodes(java)).isEqualTo(nodes(hcl));
    }
  }

  private static Map<String, JsonNode> changes(ConfigurationPlan plan) {
    Map<String, JsonNode> changes = new TreeMap<>();
    plan.changes().forEach(change -> changes.put(change.address().text(), told(change)));
    return changes;
  }

  /** With all values; of what is computed during the run, what it is computed from. */
  private static JsonNode told(Object told) {
    JsonNode tree = Json.toTree(told);
    tree.findParents("$expr").forEach(late -> ((ObjectNode) late).remove("$expr"));
    return tree;
  }

  private static Map<String, String> nodes(ConfigurationPlan plan) {
    Map<String, String> nodes = new TreeMap<>();
    for (Node node : plan.plan().nodes()) {
      nodes.put(
          node.id(),
          node.action() + " " + node.type() + " after " + node.after().stream().sorted().toList());
    }
    return nodes;
  }

  private ConfigurationPlan planned(Moto moto) {
    var invocation = Captured.quiet(project, "plan");
    VariableSources variables =
        new VariableSources(
            Map.of(),
            List.of(
                new VariableSources.Assignment("endpoint", moto.endpoint()),
                new VariableSources.Assignment("token", "canary")));
    return ConfigurationPlanning.load(
            invocation,
            Settings.of(invocation, Optional.empty(), Optional.empty()),
            "default",
            variables)
        .draw(Optional.empty(), RunKind.APPLY, RunOptions.DEFAULT)
        .plan();
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

  private void removeRootModule() throws IOException {
    try (Stream<Path> files = Files.list(project)) {
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
