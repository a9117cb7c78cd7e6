package io.sluice.client;

import io.sluice.model.json.Json;
import io.sluice.model.plan.RunOptions;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A plan document on its way: its bytes as they are, and in headers what the submitter chose.
 *
 * @param chosen whether the document itself names its run, so that it may be known already
 */
public record Submission(
    String run, boolean chosen, String workspace, byte[] document, RunOptions options, String by) {
  /** The same, to be refused if the plan under its claim is another one than this. */
  public Submission approved(String hash) {
    return approved(hash, RunOptions.Approval.REQUIRED);
  }

  /** The same, where what the run finds out later is approved, too. */
  public Submission approvedAsItGoes(String hash) {
    return approved(hash, RunOptions.Approval.GIVEN);
  }

  private Submission approved(String hash, RunOptions.Approval approval) {
    RunOptions given = options.approved(approval, hash);
    return new Submission(run, chosen, workspace, document, given, by);
  }

  public List<ProducerRecord<String, byte[]>> records(Messages messages) {
    return messages.submission(
        run, run, workspace, document, Map.of(Headers.OPTIONS, Json.text(options), Headers.BY, by));
  }
}
