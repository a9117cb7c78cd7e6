package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import io.sluice.providers.fakecloud.FakeCloud;
import io.sluice.providers.fakecloud.Faults;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cloud at its worst, judged by its own ledger: a fifth of all answers are 5xx (half of the 500s
 * with the thing done), some are 429, some connections are cut before and some after the effect,
 * reads lag half a second, every answer takes 200 ms. The short form runs with every build, {@code
 * ./gradlew :cli:faultRun} takes 500 resources.
 */
class FaultRunTest {
  private static final int RESOURCES = Integer.getInteger("sluice.faultrun", 60);
  private static final Faults WORST =
      new Faults(150, 250, 0.05, 0.10, 0.10, 0.02, 0.05, 200, 500, 0, Map.of());

  private static final Pattern SAID =
      Pattern.compile(
          "status 5..|no reply|connection|\\(429\\)|circuit breaker|was not changed|places are"
              + " taken|in doubt|\"type\":\"[a-z_]+\"");

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void losesNothingAndDoublesNothing() throws Exception {
    Path plan = Files.write(directory.resolve("plan.json"), Json.encode(plan(RESOURCES, "small")));
    try (FakeCloud cloud = FakeCloud.start(0, directory.resolve("ledger.jsonl"));
        RunningDeployment local =
            RunningDeployment.up(
                Files.createDirectory(directory.resolve("project")),
                Map.of("CLOUD", cloud.endpoint().toString()))) {
      cloud.faults(WORST);

      long began = System.nanoTime();
      Captured applied = local.submit(plan, "--json");
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      report(local, applied, took);
      assertThat(applied.code()).as(tail(applied)).isZero();
      assertThat(live(cloud)).hasSize(RESOURCES).isEqualTo(state(local));
      assertThat(count(cloud, "create")).as("nothing was made twice").isEqualTo(RESOURCES);
      assertThat(count(cloud, "delete")).isZero();
      String status = local.run("status", "--json").out();
      assertThat(status).contains("\"provider\":\"fakecloud\"", "\"breaker\":");

      Path changed =
          Files.write(directory.resolve("changed.json"), Json.encode(plan(RESOURCES, "large")));
      Captured updated = local.submit(changed, "--json");
      assertThat(updated.code()).as(tail(updated)).isZero();
      assertThat(live(cloud)).isEqualTo(state(local));
      assertThat(count(cloud, "create")).isEqualTo(RESOURCES);
      assertThat(count(cloud, "update")).as("each instance once").isEqualTo(instances(RESOURCES));

      Path nothing = Files.write(directory.resolve("nothing.json"), Json.encode(plan(0, "none")));
      Captured destroyed = local.submit(nothing, "--allow-empty", "--json");
      assertThat(destroyed.code()).as(tail(destroyed)).isZero();
      assertThat(live(cloud)).isEmpty();
      assertThat(count(cloud, "delete")).isEqualTo(RESOURCES);
      assertThat(local.state("worst")).isEmpty();
    }
  }

  private static int instances(int resources) {
    return resources - resources / 10 - resources / 20 - 1;
  }

  /** One network, a twentieth of subnets in it, a tenth of buckets, instances for the rest. */
  private static JsonNode plan(int resources, String size) {
    ObjectNode plan = Json.object();
    plan.put("schema_version", 2).put("workspace", "worst").put("name", "worst");
    ObjectNode provider = plan.putArray("providers").addObject();
    provider.put("name", "fakecloud").putObject("config").put("endpoint", "${CLOUD}");
    ArrayNode all = plan.putArray("resources");
    if (resources == 0) {
      return plan;
    }
    resource(all, "network", "fakecloud_network").put("name", "net").put("cidr", "10.0.0.0/8");
    int subnets = resources / 20;
    resource(all, "subnet", "fakecloud_subnet", subnets)
        .put("name", "sub-${count.index}")
        .put("cidr", "10.${count.index}.0.0/16")
        .put("network_id", "${network.id}");
    resource(all, "bucket", "fakecloud_bucket", resources / 10).put("name", "b-${count.index}");
    int rest = instances(resources);
    for (int i = 0; i < subnets; i++) {
      int share = rest / subnets + (i < rest % subnets ? 1 : 0);
      resource(all, "machines-" + i, "fakecloud_instance", share)
          .put("name", "m-" + i + "-${count.index}")
          .put("size", size)
          .put("subnet_id", "${subnet[" + i + "].id}");
    }
    return plan;
  }

  private static ObjectNode resource(ArrayNode all, String name, String type) {
    return all.addObject().put("name", name).put("type", type).putObject("config");
  }

  private static ObjectNode resource(ArrayNode all, String name, String type, int count) {
    return all.addObject()
        .put("name", name)
        .put("type", type)
        .put("count", count)
        .putObject("config");
  }

  /** Id to address, of what state knows. */
  private static Map<String, String> state(RunningDeployment local) throws Exception {
    Map<String, String> known = new TreeMap<>();
    for (JsonNode resource : local.state("worst")) {
      assertThat(resource.path("status").asText()).isEqualTo("ok");
      known.put(resource.path("id").asText(), resource.path("address").asText());
    }
    return known;
  }

  /** Id to the address that its tag names, of what lives in the cloud. */
  private static Map<String, String> live(FakeCloud cloud) throws Exception {
    Map<String, String> live = new TreeMap<>();
    for (JsonNode line : ledger(cloud)) {
      String id = line.path("id").asText();
      switch (line.path("op").asText()) {
        case "create" -> live.put(id, line.at("/object/tag").asText().replace("sluice:worst/", ""));
        case "delete" -> live.remove(id);
        default -> assertThat(line.path("op").asText()).isEqualTo("update");
      }
    }
    return live;
  }

  private static long count(FakeCloud cloud, String op) throws Exception {
    return ledger(cloud).stream().filter(line -> line.path("op").asText().equals(op)).count();
  }

  private static List<JsonNode> ledger(FakeCloud cloud) throws Exception {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : cloud.ledger().lines().toList()) {
      lines.add(Json.tree(line.getBytes(StandardCharsets.UTF_8)));
    }
    return lines;
  }

  /** For whoever looks hard at it: how long it took, and what was said how often. */
  private static void report(RunningDeployment local, Captured applied, Duration took) {
    System.out.println("fault run: " + RESOURCES + " resources in " + took.toSeconds() + " s");
    Map<String, Integer> said = new TreeMap<>();
    applied
        .out()
        .lines()
        .flatMap(line -> SAID.matcher(line).results())
        .forEach(found -> said.merge(found.group(), 1, Integer::sum));
    System.out.println(said);
    System.out.println(local.run("status").out());
  }

  private static String tail(Captured ended) {
    List<String> lines = ended.out().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 12), lines.size()))
        + ended.err();
  }
}
