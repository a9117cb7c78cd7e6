package io.sluice.cli.command.diagnose;

import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.render.Durations;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.Table;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.Letters;
import io.sluice.language.report.Visible;
import io.sluice.model.message.DeadLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "list", description = "Lists the letters that are neither replayed nor dropped.")
final class DlqListCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();

  DlqListCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    List<Letters.Listed> letters =
        look.at(invocation, "sluice dlq list", deployment -> Letters.of(deployment.client()).open())
            .orElse(List.of());
    if (look.json()) {
      letters.forEach(listed -> invocation.terminal().out().println(line(listed, Instant.now())));
    } else if (letters.isEmpty()) {
      invocation.terminal().out().println("There are no letters.");
    } else {
      invocation.terminal().out().print(table(letters, Instant.now()));
    }
    return ExitCode.DONE.number();
  }

  private String table(List<Letters.Listed> letters, Instant now) {
    Table table = new Table("LETTER", "FROM", "WORKSPACE", "RUN", "BYTES", "AGE", "CAUSE");
    for (Letters.Listed listed : letters) {
      DeadLetter letter = listed.letter();
      table.row(
          listed.id(),
          letter.topic() + " " + letter.partition() + ":" + letter.offset(),
          Visible.text(Objects.requireNonNullElse(letter.workspace(), "")),
          Visible.text(Objects.requireNonNullElse(letter.run(), "")),
          Long.toString(listed.bytes()),
          Durations.of(Duration.between(letter.at(), now)),
          Visible.text(letter.cause().lines().findFirst().orElse("")));
    }
    return table.text(invocation.terminal().style());
  }

  static com.fasterxml.jackson.databind.node.ObjectNode line(Letters.Listed listed, Instant now) {
    DeadLetter letter = listed.letter();
    var line = JsonLine.of("letter", now).put("letter", listed.id());
    line.put("topic", letter.topic()).put("partition", letter.partition());
    line.put("offset", letter.offset()).put("cause", letter.cause());
    line.put("service", letter.service()).put("at", letter.at().toString());
    line.put("bytes", listed.bytes());
    if (letter.workspace() != null) {
      line.put("workspace", letter.workspace());
    }
    if (letter.run() != null) {
      line.put("run", letter.run());
    }
    return line;
  }
}
