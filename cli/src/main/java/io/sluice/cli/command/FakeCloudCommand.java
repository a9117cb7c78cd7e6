package io.sluice.cli.command;

import io.sluice.cli.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.provider.fakecloud.FakeCloud;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Runs until it is told to end. What was made stands in the ledger, and is there again next time.
 */
@Command(
    name = "fakecloud",
    description = "A cloud on this machine to try things on, with a ledger and faults on demand.")
final class FakeCloudCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--port", description = "On the loopback interface; 0 for any free one (7070).")
  private int port = 7070;

  @Option(names = "--ledger", paramLabel = "FILE", description = "(fakecloud-ledger.jsonl)")
  private String ledger = "fakecloud-ledger.jsonl";

  FakeCloudCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (FakeCloud cloud = FakeCloud.start(port, invocation.resolve(ledger))) {
      invocation.terminal().out().println("fakecloud at " + cloud.endpoint());
      invocation.terminal().out().flush();
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime().addShutdownHook(new Thread(ended::countDown));
      ended.await();
      return ExitCode.DONE.number();
    } catch (IOException e) {
      throw Fault.of(
          "The cloud can't start",
          "Port " + port + ", ledger " + ledger + ": " + e.getMessage(),
          "Choose others with --port and --ledger.");
    }
  }
}
