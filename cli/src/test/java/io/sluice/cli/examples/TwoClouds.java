package io.sluice.cli.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.cloud.AwsMirror;
import io.sluice.bridge.cloud.Moto;
import io.sluice.cli.Captured;
import io.sluice.cli.exchange.Terraform;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * One configuration in two folders, each with AWS's interfaces in memory for itself: Terraform
 * works in the one, Sluice with its whole deployment in the other.
 */
final class TwoClouds implements AutoCloseable {
  private static final String REGION = "eu-central-1";

  private final Path directory;
  private final List<String> looks;
  private final List<String> variables;
  private final Deque<AutoCloseable> started = new ArrayDeque<>();
  private final Moto theirs;
  private final Moto ours;
  private final RunningDeployment local;

  /** Skips the test, and says so, where something is missing. */
  static Path assumeMirror(Path directory) throws IOException {
    Path mirror = AwsMirror.find().orElse(null);
    assumeTrue(mirror != null, "skipped: no mirror on this machine has the provider for AWS");
    assumeTrue(
        Moto.isThere() && Moto.isOnPath("aws"), "skipped: there is no moto_server or no aws");
    assumeTrue(Terraform.isThere(directory), "skipped: there is no terraform to compare with");
    return mirror;
  }

  /**
   * @param looks what is asked of AWS's own command line to compare what is there
   * @param variables flags that every command gets
   */
  TwoClouds(Path directory, Path configuration, List<String> looks, String... variables)
      throws Exception {
    Path mirror = assumeMirror(directory);
    this.directory = directory;
    this.looks = looks;
    this.variables = List.of(variables);
    boolean ready = false;
    try {
      theirs = opened(Moto.start(Files.createDirectory(directory.resolve("their-moto"))));
      ours = opened(Moto.start(Files.createDirectory(directory.resolve("our-moto"))));
      lay(configuration);
      terraform("init", "-plugin-dir=" + mirror);
      done(Captured.run(directory.resolve("ours"), "init", "--plugin-dir=" + mirror));
      local = opened(RunningDeployment.up(directory.resolve("ours"), Map.of()));
      ready = true;
    } finally {
      if (!ready) {
        close();
      }
    }
  }

  private <T extends AutoCloseable> T opened(T one) {
    started.push(one);
    return one;
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable each : started) {
      each.close();
    }
  }

  RunningDeployment local() {
    return local;
  }

  Path ours() {
    return directory.resolve("ours");
  }

  Path theirs() {
    return directory.resolve("theirs");
  }

  /** Puts the files of a configuration into both folders. */
  void lay(Path configuration) throws IOException {
    try (Stream<Path> files = Files.walk(configuration)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = configuration.relativize(file);
        if (!name.startsWith(".terraform") && !name.startsWith(".sluice")) {
          for (Path folder : List.of(theirs(), ours())) {
            Path copy = folder.resolve(name.toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
          }
        }
      }
    }
  }

  /** A command of AWS's own command line, behind the backs of both. */
  void outside(String... command) throws Exception {
    both(moto -> moto.aws(REGION, command));
  }

  String terraform(String... command) throws Exception {
    return new Terraform(theirs()).done(command);
  }

  Captured sluice(String... command) {
    return done(local.run(command));
  }

  static Captured done(Captured captured) {
    assertThat(captured.code()).as(captured.out() + captured.err()).isZero();
    return captured;
  }

  /** The flags of a command of Terraform's, in front of what else it takes. */
  String[] toTheirs(String[] flags, String... more) {
    return flags(theirs, flags, more);
  }

  String[] toOurs(String[] flags, String... more) {
    return flags(ours, flags, more);
  }

  private String[] flags(Moto moto, String[] flags, String... more) {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("-var=endpoint=" + moto.endpoint());
    all.addAll(variables);
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  static String[] line(String[] flags, String... command) {
    return Stream.concat(Stream.of(command), Stream.of(flags)).toArray(String[]::new);
  }

  /** What came of one step in each folder. */
  record Step(Applied theirs, Applied ours) {}

  /** Applies the configuration with both, and compares what came of it. */
  Step step(String what, String... flags) throws Exception {
    Applied wanted = Applied.byTerraform(theirs(), toTheirs(flags));
    Applied made = Applied.bySluice(local, "default", toOurs(flags));
    assertThat(made.actions()).as("actions: " + what).isEqualTo(wanted.actions());
    assertThat(made.objects()).as("objects: " + what).isEqualTo(wanted.objects());
    assertThat(made.outputs()).as("outputs: " + what).isEqualTo(wanted.outputs());
    Captured again = local.run(line(toOurs(flags), "plan", "--detailed-exitcode"));
    assertThat(again.code()).as(what + ", planned again: " + again.out() + again.err()).isZero();
    assertThat(again.out()).as(what).doesNotContain("changed outside");
    return new Step(wanted, made);
  }

  /** Compares what AWS's own command line says; what it says where Sluice works. */
  SortedMap<String, JsonNode> looksTheSame(String what) throws Exception {
    List<SortedMap<String, JsonNode>> seen = both(this::seen);
    assertThat(seen.getLast()).as("seen at AWS: " + what).isEqualTo(seen.getFirst());
    return seen.getLast();
  }

  private interface Asked<T> {
    T of(Moto moto) throws Exception;
  }

  /** At the same time, since AWS's command line is slow to start: theirs, then ours. */
  private <T> List<T> both(Asked<T> asked) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<T> there = threads.submit(() -> asked.of(theirs));
      Future<T> here = threads.submit(() -> asked.of(ours));
      return List.of(there.get(), here.get());
    }
  }

  /** As trees: the order of an object's fields says nothing, and is another one each time. */
  private SortedMap<String, JsonNode> seen(Moto moto) throws Exception {
    SortedMap<String, JsonNode> seen = new TreeMap<>();
    for (String look : looks) {
      seen.put(look, Json.tree(moto.aws(REGION, look.split(" ")).getBytes(UTF_8)));
    }
    return seen;
  }
}
