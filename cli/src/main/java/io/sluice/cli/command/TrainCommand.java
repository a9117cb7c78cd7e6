package io.sluice.cli.command;

import io.sluice.cli.command.shared.TemporaryDirectory;
import io.sluice.cli.terminal.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Loads what commands load, in a directory that is gone after: what the archive of loaded classes
 * is made from. It runs a small plan and a small configuration on a whole deployment, and then
 * looks at what came of them.
 */
@Command(name = "train", hidden = true)
final class TrainCommand implements Callable<Integer> {
  private static final String PLAN =
      """
      schema_version: 2
      workspace: train
      resources:
        - name: word
          type: random_id
          config: { byte_length: 4 }
        - name: folder
          type: local_directory
          config: { path: made }
        - name: note
          type: local_file
          config:
            filename: made/note.txt
            content: "${word.hex} ${HOME}"
          depends_on: [folder]
        - name: command
          type: local_command
          config: { create: "true" }
          depends_on: [note]
      """;

  private static final String CONFIGURATION =
      """
      variable "names" {
        type    = set(string)
        default = ["one", "two"]
      }
      resource "random_id" "word" {
        byte_length = 4
      }
      resource "local_file" "note" {
        for_each = var.names
        filename = "configured/${each.key}.txt"
        content  = upper("${random_id.word.hex} ${each.value}")
      }
      output "notes" {
        value = [for note in local_file.note : note.filename]
      }
      """;

  private final Invocation invocation;

  TrainCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws IOException {
    try (TemporaryDirectory directory = TemporaryDirectory.make()) {
      Path plan = directory.path().resolve("plan.yaml");
      Files.writeString(plan, PLAN);
      Path configuration = Files.createDirectory(directory.path().resolve("configuration"));
      Files.writeString(configuration.resolve("main.tf"), CONFIGURATION);
      Invocation inside = invocation.in(directory.path());
      int worst = 0;
      for (List<String> command :
          List.of(
              List.of("submit", "plan.yaml"),
              List.of("validate", "configuration"),
              List.of("apply", "--auto-approve", "configuration"),
              List.of("state", "list"),
              List.of("runs", "show", "last"),
              List.of("status"),
              List.of("help"))) {
        worst = Math.max(worst, Commands.execute(inside, command));
      }
      return worst;
    }
  }
}
