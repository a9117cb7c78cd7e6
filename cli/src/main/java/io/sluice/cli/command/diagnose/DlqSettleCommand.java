package io.sluice.cli.command.diagnose;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.Client;
import io.sluice.client.ClientFailure.Sent;
import io.sluice.client.Letters;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.LetterSettled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What is done with letters, so that they are not listed any more. */
abstract sealed class DlqSettleCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "LETTER",
      arity = "0..*",
      description = "Letters, as `sluice dlq list` names them.")
  private List<String> ids = new ArrayList<>();

  @Option(names = "--all", description = "All letters that `sluice dlq list` shows.")
  private boolean all;

  DlqSettleCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** A letter and the record that it came in. */
  record Found(ConsumerRecord<String, byte[]> record, DeadLetter letter) {}

  static Found find(Deployment deployment, String id) {
    return found(id, Letters.find(deployment.client(), id).orElseThrow(() -> unknown(id)));
  }

  private static Found found(String id, ConsumerRecord<String, byte[]> record) {
    try {
      return new Found(record, Envelope.decode(record.value(), DeadLetter.class));
    } catch (MalformedMessage | Envelope.Unknown e) {
      throw unknown(id).because(e);
    }
  }

  private static Fault settledAlready(String id) {
    return Fault.of(
        "Letter " + id + " is already settled",
        "It was replayed or dropped before.",
        "`sluice dlq list` lists the open ones.");
  }

  static Fault unknown(String id) {
    return Fault.of(
        "There is no letter " + id,
        "Letters are kept for a limited time.",
        "`sluice dlq list` lists them.");
  }

  /** What is sent besides the note that it is settled. */
  abstract List<ProducerRecord<String, byte[]>> sent(String id, Found found);

  abstract LetterSettled.How how();

  abstract String done();

  @Override
  public Integer call() {
    if (ids.isEmpty() == !all) {
      throw Fault.of(
          "Which letters?", "Give their names, or --all.", "`sluice dlq list` lists them.");
    }
    try (Deployment deployment =
        new Opening(invocation, fleet, "sluice dlq").ofRecorded().toWork()) {
      List<String> meant = new ArrayList<>(ids);
      List<Fault> refused = new ArrayList<>();
      Letters letters = Letters.of(deployment.client());
      if (all) {
        letters.open().forEach(listed -> meant.add(listed.id()));
      } else {
        meant.stream().filter(letters::isSettled).forEach(id -> refused.add(settledAlready(id)));
        meant.removeIf(letters::isSettled);
      }
      int settled = settle(deployment, meant, refused);
      if (settled == 0 && refused.size() == 1 && !all) {
        throw refused.getFirst();
      }
      refused.forEach(invocation::tell);
      invocation
          .terminal()
          .out()
          .println(done() + " " + settled + (settled == 1 ? " letter." : " letters."));
      return (refused.isEmpty() ? ExitCode.DONE : ExitCode.FAILED).number();
    }
  }

  /** Reads the topic once for all; a letter is settled once what it led to is durable. */
  private int settle(Deployment deployment, List<String> meant, List<Fault> refused) {
    String by = Operator.name();
    Client client = deployment.client();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    List<ProducerRecord<String, byte[]>> settlements = new ArrayList<>();
    Set<String> missing =
        Letters.each(
            client,
            meant,
            (id, record) -> {
              try {
                sent.addAll(client.send(sent(id, found(id, record))));
                settlements.add(Letters.settlement(record, how(), by, Instant.now()));
              } catch (Fault fault) {
                refused.add(fault);
              }
            });
    missing.forEach(id -> refused.add(unknown(id)));
    client.await(sent, Sent.LETTERS);
    client.await(client.send(settlements), Sent.SETTLEMENTS);
    return settlements.size();
  }

  @Command(
      name = "replay",
      description =
          "Sends a letter's bytes and headers to their topic again, once the cause is gone.")
  static final class Replay extends DlqSettleCommand {
    Replay(Invocation invocation) {
      super(invocation);
    }

    @Override
    List<ProducerRecord<String, byte[]>> sent(String id, Found found) {
      Letters.whyNot(found.record(), found.letter())
          .ifPresent(
              why -> {
                throw Fault.of(
                    "Letter " + id + " can't be replayed",
                    why,
                    "Have its sender send it again; `sluice dlq drop "
                        + id
                        + "` removes it from the list.");
              });
      return List.of(Letters.original(found.record(), found.letter()));
    }

    @Override
    LetterSettled.How how() {
      return LetterSettled.How.REPLAYED;
    }

    @Override
    String done() {
      return "Replayed";
    }
  }

  @Command(name = "drop", description = "Removes a letter from the list; nothing is sent.")
  static final class Drop extends DlqSettleCommand {
    Drop(Invocation invocation) {
      super(invocation);
    }

    @Override
    List<ProducerRecord<String, byte[]>> sent(String id, Found found) {
      return List.of();
    }

    @Override
    LetterSettled.How how() {
      return LetterSettled.How.DROPPED;
    }

    @Override
    String done() {
      return "Dropped";
    }
  }
}
