package io.sluice.cli.command.diagnose;

import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.report.Visible;
import io.sluice.model.json.Json;
import io.sluice.model.message.DeadLetter;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = "Shows one letter: where it came from, why it is here, and its bytes.")
final class DlqShowCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private LookOptions look = new LookOptions();

  @Parameters(paramLabel = "LETTER", description = "A letter, as `sluice dlq list` names it.")
  private String id = "";

  DlqShowCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    DlqSettleCommand.Found found =
        look.at(invocation, "sluice dlq show", deployment -> DlqSettleCommand.find(deployment, id))
            .orElseThrow(() -> DlqSettleCommand.unknown(id));
    DeadLetter letter = found.letter();
    if (look.json()) {
      var line = JsonLine.of("letter", Instant.now()).put("letter", id);
      line.set("content", Json.toTree(letter));
      invocation.terminal().out().println(line);
      return ExitCode.DONE.number();
    }
    PrintStream out = invocation.terminal().out();
    out.println("From:    " + letter.topic() + " " + letter.partition() + ":" + letter.offset());
    out.println("Cause:   " + Visible.text(letter.cause()));
    out.println("By:      " + letter.service() + " at " + letter.at());
    found
        .record()
        .headers()
        .forEach(
            header ->
                out.println(
                    "Header:  "
                        + Visible.text(header.key())
                        + "="
                        + Visible.text(new String(header.value(), StandardCharsets.UTF_8))));
    if (letter.length() != null) {
      out.println("Bytes:   the first " + letter.value().length + " of " + letter.length());
    }
    out.println();
    out.println(Visible.text(new String(letter.value(), StandardCharsets.UTF_8)));
    return ExitCode.DONE.number();
  }
}
