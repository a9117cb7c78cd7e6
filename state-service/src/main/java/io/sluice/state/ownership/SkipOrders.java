package io.sluice.state.ownership;

import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order;
import io.sluice.state.intake.Intake;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.intake.Streams;
import io.sluice.transport.message.Messages;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders of people to skip the record at which the inbox is halted. */
final class SkipOrders {
  private static final Logger LOG = LoggerFactory.getLogger(SkipOrders.class);

  private final PartitionContext around;
  private final int partition;
  private final Progress progress;
  private final Streams streams;
  private final Outbox outbox;
  private final List<Asked> open = new ArrayList<>();

  SkipOrders(
      PartitionContext around, int partition, Progress progress, Streams streams, Outbox outbox) {
    this.around = around;
    this.partition = partition;
    this.progress = progress;
    this.streams = streams;
    this.outbox = outbox;
  }

  /**
   * @param workspace where the answer appears
   */
  private record Asked(String workspace, Order.InboxSkip order) {}

  /** Keeps the message if it is such an order. */
  void note(Intake.Message message) {
    if (!(Messages.decode(message.whole().value()) instanceof Messages.Understood(var envelope)
        && envelope.payload() instanceof Order.InboxSkip skip)) {
      return;
    }
    String workspace = Messages.workspace(message.record());
    if (workspace != null && around.messages().partition(workspace) == partition) {
      open.add(new Asked(workspace, skip));
    }
  }

  /** Orders are read first: an owner that has just begun may not have come to the record yet. */
  void carryOut() {
    open.removeIf(
        asked -> {
          boolean ahead =
              progress.halted() == null
                  && asked.order().offset() >= progress.applied(Source.INBOX)
                  && !streams.atEnd(Source.INBOX);
          if (!ahead) {
            carryOut(asked.workspace(), asked.order());
          }
          return !ahead;
        });
  }

  private void carryOut(String workspace, Order.InboxSkip skip) {
    Progress.Halt halt = progress.halted();
    if (halt == null || skip.partition() != partition || skip.offset() != halt.offset()) {
      String stands = halt == null ? "is not halted" : "is halted at inbox offset " + halt.offset();
      outbox.answer(
          workspace, skip.run(), "Partition " + partition + " " + stands + ": nothing was skipped");
      return;
    }
    String cause = "skipped by " + skip.by() + " (" + skip.reason() + "): " + halt.cause();
    if (halt.message() != null) {
      outbox.park(halt.message(), cause);
    }
    LOG.warn("partition {}: inbox offset {} is {}", partition, halt.offset(), cause);
    streams.goOnAt(progress.goOn(halt.goesOnAt()));
    outbox.answer(
        workspace,
        skip.run(),
        EventKind.RUN_CHANGED,
        "Partition " + partition + " continues at inbox offset " + halt.goesOnAt());
  }
}
