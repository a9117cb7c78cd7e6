package io.sluice.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/** An example or two of each command that says none itself, for its help and its pages. */
final class CommandExamples {
  private static final Map<String, List<String>> ALL =
      Map.ofEntries(
          Map.entry(
              "apply",
              List.of(
                  "sluice apply examples/quickstart",
                  "sluice apply --auto-approve --target 'local_file.page[\"events\"]'",
                  "sluice apply change.plan")),
          Map.entry("destroy", List.of("sluice destroy", "sluice destroy --auto-approve site")),
          Map.entry("show", List.of("sluice show change.plan", "sluice show --json change.plan")),
          Map.entry("output", List.of("sluice output", "sluice output --raw title")),
          Map.entry("validate", List.of("sluice validate", "sluice validate --json site")),
          Map.entry("fmt", List.of("sluice fmt", "sluice fmt --check --diff site")),
          Map.entry(
              "graph",
              List.of(
                  "sluice graph examples/first/plan.yaml --format svg > first.svg",
                  "sluice graph last --format mermaid")),
          Map.entry(
              "stack graph", List.of("sluice stack graph --format svg examples/stack > stack.svg")),
          Map.entry("init", List.of("sluice init", "sluice init --upgrade site")),
          Map.entry("drift", List.of("sluice drift", "sluice drift --detailed-exitcode site")),
          Map.entry(
              "import",
              List.of("sluice import 'local_file.page[\"events\"]' out/quickstart/events.html")),
          Map.entry("export", List.of("sluice export backup")),
          Map.entry("orphans", List.of("sluice orphans site")),
          Map.entry("taint", List.of("sluice taint 'local_file.page[\"events\"]'")),
          Map.entry("untaint", List.of("sluice untaint 'local_file.page[\"events\"]'")),
          Map.entry("locks", List.of("sluice locks", "sluice locks default")),
          Map.entry("force-unlock", List.of("sluice force-unlock 01m7vyp48g45v9d28m0fs3r0gb")),
          Map.entry("up", List.of("sluice up", "sluice -chdir=site up")),
          Map.entry("down", List.of("sluice down")),
          Map.entry("status", List.of("sluice status", "sluice status --json")),
          Map.entry("doctor", List.of("sluice doctor", "sluice doctor site")),
          Map.entry("version", List.of("sluice version --json")),
          Map.entry("runs list", List.of("sluice runs list", "sluice runs list --all")),
          Map.entry("runs show", List.of("sluice runs show", "sluice runs show 01m7vyp4 --all")),
          Map.entry("runs watch", List.of("sluice runs watch", "sluice runs watch 01m7vyp4")),
          Map.entry("runs cancel", List.of("sluice runs cancel last")),
          Map.entry("runs pause", List.of("sluice runs pause last")),
          Map.entry("runs resume", List.of("sluice runs resume last")),
          Map.entry("runs retry", List.of("sluice runs retry last --auto-approve")),
          Map.entry("runs approve", List.of("sluice runs approve 01m7vyp4")),
          Map.entry("runs discard", List.of("sluice runs discard 01m7vyp4")),
          Map.entry("runs abandon", List.of("sluice runs abandon 01m7vyp4")),
          Map.entry(
              "state list", List.of("sluice state list", "sluice state list --type 'local_*'")),
          Map.entry("state show", List.of("sluice state show 'local_file.page[\"events\"]'")),
          Map.entry(
              "state mv", List.of("sluice state mv local_file.page local_file.article --dry-run")),
          Map.entry("state rm", List.of("sluice state rm 'local_file.page[\"events\"]' --dry-run")),
          Map.entry("state history", List.of("sluice state history local_file.index")),
          Map.entry("state at", List.of("sluice state at 2h")),
          Map.entry("state diff", List.of("sluice state diff 2h now")),
          Map.entry("state restore", List.of("sluice state restore --undo last")),
          Map.entry("state pull", List.of("sluice state pull --out state.json")),
          Map.entry("state push", List.of("sluice state push state.json")),
          Map.entry("state inspect", List.of("sluice state inspect")),
          Map.entry("state verify", List.of("sluice state verify")),
          Map.entry("workspace list", List.of("sluice workspace list")),
          Map.entry("workspace new", List.of("sluice workspace new test")),
          Map.entry("workspace select", List.of("sluice workspace select test")),
          Map.entry("workspace show", List.of("sluice workspace show")),
          Map.entry("workspace delete", List.of("sluice workspace delete test")),
          Map.entry("providers", List.of("sluice providers")),
          Map.entry("plugins list", List.of("sluice plugins list")),
          Map.entry("key list", List.of("sluice key list")),
          Map.entry("dlq list", List.of("sluice dlq list")),
          Map.entry("fakecloud", List.of("sluice fakecloud --port 7070")),
          Map.entry("serve", List.of("sluice serve worker")),
          Map.entry("bench", List.of("sluice bench fan-out --tasks 1000")));

  private CommandExamples() {}

  static List<String> of(String command) {
    return ALL.getOrDefault(command, List.of());
  }

  /** Every command that examples are kept for. */
  static List<String> commands() {
    return ALL.keySet().stream().sorted().toList();
  }

  static void addTo(CommandSpec spec) {
    String name = spec.qualifiedName();
    List<String> examples = of(name.startsWith("sluice ") ? name.substring(7) : name);
    if (!examples.isEmpty() && spec.usageMessage().footer().length == 0) {
      List<String> footer = new ArrayList<>();
      footer.add("");
      footer.add(examples.size() == 1 ? "Example:" : "Examples:");
      examples.forEach(example -> footer.add("  " + example));
      spec.usageMessage().footer(footer.toArray(String[]::new));
    }
  }
}
