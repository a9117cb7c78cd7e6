package io.sluice.cli.command;

import io.sluice.cli.local.Build;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.io.PrintStream;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Answered without picocli, Jackson or anything else worth loading. */
@Command(name = "version", description = "Shows which build this is and which Java runs it.")
final class VersionCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  VersionCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    return print(invocation, json);
  }

  static int print(Invocation invocation, boolean json) {
    PrintStream out = invocation.terminal().out();
    String java = System.getProperty("java.version", "unknown");
    if (json) {
      out.println(
          "{\"v\":1,\"type\":\"version\",\"@timestamp\":\""
              + Instant.now()
              + "\",\"sluice\":\""
              + Build.VERSION
              + "\",\"build\":\""
              + Build.current()
              + "\",\"java\":\""
              + java
              + "\"}");
    } else {
      out.println("sluice " + Build.VERSION);
      out.println("build " + Build.current() + ", java " + java);
    }
    return ExitCode.DONE.number();
  }
}
