package io.sluice.cli.command;

import io.sluice.cli.command.shared.TemporaryDirectory;
import io.sluice.cli.terminal.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Loads what commands load: what the archives of loaded classes are made from. It runs a small plan
 * and a small configuration on a whole deployment below the working directory, which its caller
 * removes; or it looks at what came of them.
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

  /** Where the deployment is that the looks look at. */
  private static final String TRAINED = "trained";

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("submit", "plan.yaml"),
          List.of("validate", "configuration"),
          List.of("apply", "--auto-approve", "configuration"),
          List.of("state", "list"),
          List.of("runs", "show", "last"),
          List.of("status"),
          List.of("help"));

  private static final List<List<String>> LOOKS =
      List.of(
          List.of("version"),
          List.of("output"),
          List.of("state", "list"),
          List.of("state", "show", "random_id.word"),
          List.of("runs", "list"),
          List.of("runs", "show", "last"),
          List.of("workspace", "list"),
          List.of("locks"),
          List.of("status"),
          List.of("fmt"),
          List.of("help"));

  private final Invocation invocation;

  @Option(names = "--looks", description = "Only look, at what a run without this flag has left.")
  private boolean looks;

  TrainCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws IOException {
    Path directory = invocation.resolve(TRAINED);
    if (!looks) {
      new TemporaryDirectory(directory).close();
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("plan.yaml"), PLAN);
      Path configuration = Files.createDirectories(directory.resolve("configuration"));
      Files.writeString(configuration.resolve("main.tf"), CONFIGURATION);
    }
    Invocation inside = invocation.in(looks ? directory.resolve("configuration") : directory);
    int worst = 0;
    for (List<String> command : looks ? LOOKS : COMMANDS) {
      worst = Math.max(worst, Commands.execute(inside, command));
    }
    return worst;
  }
}
