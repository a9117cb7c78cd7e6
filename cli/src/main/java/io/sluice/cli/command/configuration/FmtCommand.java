package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.render.UnifiedDiff;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.format.Formatter;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes configuration files in their canonical form, the same as Terraform's. */
@Command(
    name = "fmt",
    description = "Writes configuration files in canonical form and lists those it changed.")
public final class FmtCommand implements Callable<Integer> {
  private static final List<String> SUFFIXES =
      List.of(
          ".tf",
          ".tfvars",
          ".tftest.hcl",
          ".tfmock.hcl",
          ".sluice.hcl",
          ".tfcomponent.hcl",
          ".tfstack.hcl",
          ".tfdeploy.hcl");

  private final Invocation invocation;
  private final Diagnostics diagnostics = new Diagnostics();
  private boolean changed;

  @Parameters(
      paramLabel = "TARGET",
      arity = "0..*",
      description = "Directories and files (default: the working directory); - is standard input.")
  private List<String> targets = new ArrayList<>();

  @Option(
      names = "--check",
      description = "Change nothing; fail if a file is not in canonical form.")
  private boolean check;

  @Option(names = "--diff", description = "Show the changes.")
  private boolean diff;

  @Option(names = "--recursive", description = "Include subdirectories.")
  private boolean recursive;

  @Option(
      names = "--write",
      arity = "1",
      defaultValue = "true",
      paramLabel = "BOOL",
      description = "Write the files (default: true).")
  private boolean write = true;

  @Option(
      names = "--list",
      arity = "1",
      defaultValue = "true",
      paramLabel = "BOOL",
      description = "List the changed files (default: true).")
  private boolean list = true;

  public FmtCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try {
      if (targets.equals(List.of("-"))) {
        standardInput();
      } else {
        for (String target : targets.isEmpty() ? List.of(".") : targets) {
          target(target);
        }
      }
    } catch (IOException e) {
      throw Faults.of(e);
    }
    if (diagnostics.hasErrors()) {
      throw new Fault(diagnostics.list());
    }
    return (check && changed ? ExitCode.FAILED : ExitCode.DONE).number();
  }

  private void standardInput() throws IOException {
    byte[] text = invocation.terminal().in().readAllBytes();
    Optional<byte[]> formatted = formatted("<stdin>", text);
    if (formatted.isPresent()) {
      changed = !Arrays.equals(text, formatted.get());
      PrintStream out = invocation.terminal().out();
      out.print(new String(formatted.get(), StandardCharsets.UTF_8));
      out.flush();
    }
  }

  private Optional<byte[]> formatted(String name, byte[] text) {
    return Formatter.format(new SourceFile(name, text), diagnostics);
  }

  private void target(String target) throws IOException {
    Path path = invocation.resolve(target);
    if (Files.isDirectory(path)) {
      directory(path, target.equals(".") ? "" : target.replaceAll("/+$", "") + "/");
    } else if (!Files.exists(path)) {
      throw Fault.of("There is no " + target, "fmt takes directories and files.", "");
    } else if (!isConfiguration(target)) {
      throw Fault.of(
          target + " is not a configuration file",
          "fmt writes files that end in " + String.join(", ", SUFFIXES) + ".",
          "");
    } else {
      file(path, target);
    }
  }

  private static boolean isConfiguration(String name) {
    return SUFFIXES.stream().anyMatch(name::endsWith);
  }

  private void directory(Path directory, String prefix) throws IOException {
    List<Path> entries;
    try (Stream<Path> listed = Files.list(directory)) {
      entries = listed.sorted().toList();
    }
    for (Path entry : entries) {
      String name = entry.getFileName().toString();
      if (name.startsWith(".") || name.endsWith("~")) {
        continue;
      }
      if (Files.isDirectory(entry)) {
        if (recursive) {
          directory(entry, prefix + name + "/");
        }
      } else if (isConfiguration(name)) {
        file(entry, prefix + name);
      }
    }
  }

  private void file(Path path, String name) throws IOException {
    byte[] text = Files.readAllBytes(path);
    Optional<byte[]> formatted = formatted(name, text);
    if (formatted.isEmpty() || Arrays.equals(text, formatted.get())) {
      return;
    }
    changed = true;
    PrintStream out = invocation.terminal().out();
    if (list) {
      out.println(name);
    }
    if (diff) {
      out.print(
          UnifiedDiff.of(
              name,
              new String(text, StandardCharsets.UTF_8),
              new String(formatted.get(), StandardCharsets.UTF_8)));
    }
    if (write && !check) {
      Files.write(path, formatted.get());
    }
  }
}
