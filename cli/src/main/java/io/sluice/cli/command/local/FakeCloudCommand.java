package io.sluice.cli.command.local;

import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.MalformedMessage;
import io.sluice.providers.fakecloud.FakeCloud;
import io.sluice.providers.fakecloud.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs until it is stopped. The ledger records what was made, and the next start reads it. */
@Command(
    name = "fakecloud",
    description = "Runs a fake cloud on this machine, with a ledger and faults on demand.")
public final class FakeCloudCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port on the loopback interface; 0 picks a free one (default: 7070).")
  private int port = 7070;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      description = "The file that keeps the ledger (default: fakecloud-ledger.jsonl).")
  private String ledger = "fakecloud-ledger.jsonl";

  @Option(
      names = "--scenario",
      paramLabel = "FILE",
      description =
          "What goes wrong: faults as `PUT /faults` takes them, or a list of {\"seconds\": 30,"
              + " \"faults\": {...}} that follow one another.")
  private @Nullable String scenario;

  public FakeCloudCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    Optional<Scenario> played = Optional.ofNullable(scenario).map(this::read);
    try (FakeCloud cloud = FakeCloud.start(port, invocation.resolve(ledger))) {
      played.ifPresent(cloud::play);
      invocation.terminal().out().println("fakecloud at " + cloud.endpoint());
      invocation.terminal().out().flush();
      CountDownLatch ended = new CountDownLatch(1);
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    cloud.close();
                    ended.countDown();
                  }));
      ended.await();
      return ExitCode.DONE.number();
    } catch (IOException e) {
      throw Fault.of(
          "The cloud can't start",
          "Port " + port + ", ledger " + ledger + ": " + e.getMessage(),
          "Choose another port or file with --port and --ledger.");
    }
  }

  private Scenario read(String file) {
    try {
      return Scenario.read(Files.readAllBytes(invocation.resolve(file)));
    } catch (MalformedMessage e) {
      throw Fault.of(
              file + " is not a scenario",
              String.valueOf(e.getMessage()),
              "For example: [{\"seconds\": 30, \"faults\": {\"rate503\": 0.2}}, {\"faults\": {}}]")
          .because(e);
    } catch (IOException e) {
      throw Faults.of(e);
    }
  }
}
