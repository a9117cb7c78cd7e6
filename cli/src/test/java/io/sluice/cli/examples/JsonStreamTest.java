package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.Captured;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.message.EventKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the JSON stream, compared with the sources and with what commands print. */
class JsonStreamTest {
  private static final Path ROOT = root();
  private static final Pattern NAME = Pattern.compile("`([a-zA-Z_]+)`");
  private static final Pattern MADE = Pattern.compile("JsonLine\\s*\\.of\\(\\s*\"([a-z_]+)\"");
  private static final Set<String> OF_ALL = Set.of("v", "type", "@timestamp");

  @TempDir Path directory;

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.exists(at.resolve("settings.gradle"))) {
      at = at.getParent();
    }
    return at;
  }

  /** Types to their fields; null fields where the page leaves them open. */
  private static Map<String, Set<String>> page() throws IOException {
    Map<String, Set<String>> types = new HashMap<>();
    for (String line : Files.readString(ROOT.resolve("docs/json.md")).lines().toList()) {
      String[] cells = line.split("\\|");
      if (!line.startsWith("| `") || cells.length < 4) {
        continue;
      }
      Set<String> fields = names(cells[2]);
      if (cells[2].contains("…")) {
        fields.add("…");
      }
      names(cells[1]).forEach(type -> types.put(type, fields));
    }
    return types;
  }

  private static Set<String> names(String cell) {
    Set<String> names = new TreeSet<>();
    Matcher name = NAME.matcher(cell);
    while (name.find()) {
      names.add(name.group(1));
    }
    return names;
  }

  @Test
  void thePageHasEveryTypeThatIsPrinted() throws IOException {
    Set<String> printed = new TreeSet<>(Set.of("diagnostic", "version"));
    for (EventKind kind : EventKind.values()) {
      printed.add(kind.name().toLowerCase(Locale.ROOT));
    }
    try (Stream<Path> files = Files.walk(ROOT.resolve("cli/src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Matcher made = MADE.matcher(Files.readString(file));
        while (made.find()) {
          printed.add(made.group(1));
        }
      }
    }

    assertThat(new TreeSet<>(page().keySet())).isEqualTo(printed);
  }

  @Test
  void thePageHasEveryFieldThatIsPrinted() throws Exception {
    Files.writeString(
        directory.resolve("main.tf"),
        """
        variable "fail" {
          default = false
        }
        resource "random_id" "word" {
          byte_length = 2
        }
        resource "local_file" "page" {
          filename = "page.txt"
          content  = random_id.word.hex
        }
        resource "local_command" "may" {
          create = var.fail ? "exit 3" : "true"
        }
        output "word" {
          value = random_id.word.hex
        }
        """);
    List<JsonNode> printed = new ArrayList<>();
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      for (List<String> words :
          List.of(
              List.of("validate"),
              List.of("plan"),
              List.of("apply", "--auto-approve", "--var", "fail=true"),
              List.of("apply", "--auto-approve"),
              List.of("runs", "list"),
              List.of("runs", "show"),
              List.of("runs", "logs"),
              List.of("state", "list"),
              List.of("locks"),
              List.of("workspace", "list"),
              List.of("taint", "random_id.word"),
              List.of("explain"),
              List.of("explain", "local_file"),
              List.of("explain", "local_file.content"),
              List.of("doctor"),
              List.of("status"),
              List.of("version"),
              List.of("plan", "--no-such-flag"),
              List.of("drift"),
              List.of("destroy", "--auto-approve"))) {
        List<String> typed = new ArrayList<>(words);
        typed.add("--json");
        Captured run = local.run(typed.toArray(String[]::new));
        for (String line : run.out().lines().toList()) {
          printed.add(RunningDeployment.json(line));
        }
      }
    }

    Map<String, Set<String>> page = page();
    Set<String> types = new TreeSet<>();
    for (JsonNode line : printed) {
      String type = line.path("type").asText();
      types.add(type);
      assertThat(line.path("v").asInt()).as(line.toString()).isEqualTo(1);
      assertThat(page).containsKey(type);
      Set<String> fields = page.get(type);
      line.fieldNames()
          .forEachRemaining(
              field ->
                  assertThat(
                          OF_ALL.contains(field) || fields.contains(field) || fields.contains("…"))
                      .as("field %s of %s in docs/json.md", field, type)
                      .isTrue());
    }
    assertThat(types)
        .contains(
            "planned_change",
            "change_summary",
            "outputs",
            "node_failed",
            "node_succeeded",
            "diagnostic",
            "summary",
            "run",
            "resource",
            "edit",
            "schema",
            "finding",
            "status");
  }
}
