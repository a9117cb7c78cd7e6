package io.sluice.cli.command.administer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.Table;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.report.Visible;
import io.sluice.transport.setting.For;
import io.sluice.transport.setting.Mark;
import io.sluice.transport.setting.Setting;
import io.sluice.transport.setting.SettingCheck;
import io.sluice.transport.setting.SettingNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what counts, also where something is wrong with it: that is when people look. */
@Command(
    name = "show",
    description = "Shows each setting that is set, its value and where it comes from.")
final class ConfigShowCommand implements Callable<Integer> {
  private static final String DEFAULT = "default";
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--all", description = "Also the settings that have their defaults.")
  private boolean all;

  @Option(names = "--json", description = "Writes one JSON object for each setting.")
  private boolean json;

  ConfigShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** One that is shown. */
  private record Row(String name, String value, String origin) {}

  @Override
  public Integer call() {
    Settings settings = fleet.shown(invocation);
    List<Row> rows = rows(settings);
    if (json) {
      rows.forEach(row -> invocation.terminal().out().println(line(row).toString()));
    } else if (rows.isEmpty()) {
      invocation.terminal().out().println("No setting is set: `--all` shows the defaults.");
    } else {
      Table table = new Table("NAME", "VALUE", "FROM");
      rows.forEach(row -> table.row(row.name(), Visible.text(row.value()), row.origin()));
      invocation.terminal().out().print(table.text(invocation.terminal().style()));
    }
    List<String> faults = settings.faults();
    if (!faults.isEmpty()) {
      throw Fault.of(
          "A setting can't be used",
          SettingCheck.text(faults),
          "Correct it where it is set; docs/operations/settings.md lists all settings.");
    }
    return ExitCode.DONE.number();
  }

  private List<Row> rows(Settings settings) {
    Map<String, Row> rows = new TreeMap<>();
    settings
        .environment()
        .forEach(
            (name, value) -> {
              if (name.startsWith(Setting.PREFIX)) {
                rows.put(name, row(settings, name, value));
              }
            });
    if (all) {
      for (Setting setting : Setting.values()) {
        if (setting.reader() != For.SLUICE && !setting.is(Mark.EACH)) {
          rows.computeIfAbsent(setting.variable(), name -> new Row(name, setting.usual(), DEFAULT));
        }
      }
    }
    return new ArrayList<>(rows.values());
  }

  private static Row row(Settings settings, String name, String value) {
    String origin = settings.origin(name).orElse(DEFAULT);
    return new Row(
        name,
        SettingNames.of(name).map(setting -> shown(setting, name, value)).orElse("(unknown name)"),
        origin);
  }

  /** A secret is set or not; the name of its file may be read. */
  private static String shown(Setting setting, String name, String value) {
    if (SettingNames.namesFile(setting, name)) {
      return value + (Files.isReadable(Path.of(value.strip())) ? "" : " (cannot be read)");
    }
    return setting.is(Mark.SECRET) ? (value.isBlank() ? "(empty)" : "(set)") : value;
  }

  private static ObjectNode line(Row row) {
    return JsonLine.of("setting", Instant.now())
        .put("name", row.name())
        .put("value", row.value())
        .put("from", row.origin());
  }
}
