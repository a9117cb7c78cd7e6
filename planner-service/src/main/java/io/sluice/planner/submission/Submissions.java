package io.sluice.planner.submission;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.report.Visible;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.RunId;
import io.sluice.model.WorkspaceName;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.json.ReadableText;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planner.loop.Arrived;
import io.sluice.planner.loop.Outcome;
import io.sluice.planner.loop.Work;
import io.sluice.planner.request.KnownDocuments;
import io.sluice.planning.DiagnosticLines;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.planning.secret.SealedLiterals;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import io.sluice.transport.message.Parts;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers each submission; whatever it is, the next one is not kept waiting. */
public final class Submissions implements Work {
  private static final Logger LOG = LoggerFactory.getLogger(Submissions.class);

  private final Messages messages;
  private final DeadLetters deadLetters;
  private final ProviderRegistry registry;
  private final Keyring keyring;
  private final KnownDocuments known;
  private final Clock clock;

  public Submissions(
      Messages messages,
      DeadLetters deadLetters,
      ProviderRegistry registry,
      Keyring keyring,
      KnownDocuments known,
      Clock clock) {
    this.messages = messages;
    this.deadLetters = deadLetters;
    this.registry = registry;
    this.keyring = keyring;
    this.known = known;
    this.clock = clock;
  }

  /** What the headers of a submission say. */
  private record Sender(
      @Nullable String run,
      @Nullable String workspace,
      RunKind kind,
      RunOptions options,
      String by) {}

  @Override
  public Outcome answer(Arrived arrived) {
    return new Outcome.Send(answered(arrived));
  }

  @Override
  public List<ProducerRecord<String, byte[]>> refusal(Arrived arrived, String why) {
    ConsumerRecord<String, byte[]> record = arrived.record();
    String run = Headers.text(record.headers(), Headers.RUN);
    String workspace = Headers.text(record.headers(), Headers.WORKSPACE);
    Diagnostic fault = Diagnostic.error("The submission cannot be accepted", why, null);
    return List.of(messages.event(refusal(runOr(run, record), workspace, List.of(fault))));
  }

  private List<ProducerRecord<String, byte[]>> answered(Arrived arrived) {
    ConsumerRecord<String, byte[]> record = arrived.record();
    Sender sender;
    try {
      sender = sender(record);
    } catch (MalformedMessage e) {
      String run = Headers.text(record.headers(), Headers.RUN);
      Diagnostic fault = Diagnostic.error("Invalid header", String.valueOf(e.getMessage()), null);
      return unreadable(arrived, runOr(run, record), List.of(fault));
    }
    Optional<Diagnostic> beyond = beyondLimits(arrived.value());
    if (beyond.isPresent()) {
      return unreadable(arrived, sender.run(), List.of(beyond.get()));
    }
    JsonNode bundle = bundle(arrived.value());
    if (bundle != null) {
      return configuration(record, sender, bundle);
    }
    DocumentCheck.Options checks =
        new DocumentCheck.Options(sender.options().allowEmpty() || sender.kind() != RunKind.APPLY);
    JsonNode opened = opened(arrived.value());
    DocumentCheck.Outcome outcome =
        opened == null
            ? DocumentCheck.check(arrived.value(), "submission", registry, checks)
            : DocumentCheck.check(opened, registry, checks);
    return switch (outcome) {
      case DocumentCheck.Faulty(List<Diagnostic> diagnostics, JsonNode tree) ->
          tree == null
              ? unreadable(arrived, sender.run(), diagnostics)
              : refused(record, sender, tree, diagnostics);
      case DocumentCheck.Checked(CheckedDocument document) -> accepted(record, sender, document);
    };
  }

  private static Optional<Diagnostic> beyondLimits(byte[] bytes) {
    return bytes.length == 0 || bytes[0] != '{'
        ? Optional.empty()
        : DocumentCheck.beyondLimits(bytes);
  }

  /** The document with its secrets in clear, if its sender sealed them; null if not. */
  private @Nullable JsonNode opened(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] != '{') {
      return null;
    }
    try {
      JsonNode tree = Json.tree(bytes);
      return Sealer.holdsSealed(tree)
          ? keyring.opener().openAll(tree.path("workspace").asText(), tree)
          : null;
    } catch (MalformedMessage e) {
      return null;
    }
  }

  /** Null if the bytes are no bundle of a configuration; JSON is what a program writes. */
  private static @Nullable JsonNode bundle(byte[] bytes) {
    if (!Bundle.mayBe(bytes)) {
      return null;
    }
    try {
      JsonNode tree = Json.tree(bytes);
      return Bundle.is(tree) ? tree : null;
    } catch (MalformedMessage e) {
      return null;
    }
  }

  private List<ProducerRecord<String, byte[]>> configuration(
      ConsumerRecord<String, byte[]> record, Sender sender, JsonNode tree) {
    String workspace = tree.path("workspace").asText();
    String run = runOr(sender.run(), record);
    List<Diagnostic> faults =
        switch (Bundle.read(tree)) {
          case Bundle.Faulty(List<Diagnostic> found) -> found;
          case Bundle.Read read -> BundleNames.faults(workspace, sender.workspace());
        };
    if (!faults.isEmpty()) {
      return List.of(messages.event(refusal(run, workspace, faults)));
    }
    Submitted submitted =
        new Submitted(
            run,
            workspace,
            sender.kind(),
            tree,
            sender.options(),
            tree.path("name").asText("."),
            sender.by());
    return accepted(submitted);
  }

  private static Sender sender(ConsumerRecord<String, byte[]> record) throws MalformedMessage {
    String options = Headers.text(record.headers(), Headers.OPTIONS);
    String kind = Headers.text(record.headers(), Headers.KIND);
    String by = Headers.text(record.headers(), Headers.BY);
    RunOptions chosen =
        options == null
            ? RunOptions.DEFAULT
            : Json.decode(
                options.getBytes(java.nio.charset.StandardCharsets.UTF_8), RunOptions.class);
    return new Sender(
        Headers.text(record.headers(), Headers.RUN),
        Headers.text(record.headers(), Headers.WORKSPACE),
        kind == null ? RunKind.APPLY : kind(kind),
        chosen,
        Clipped.of(by == null ? "unknown" : Visible.line(by), Limits.STANDARD.texts().name()));
  }

  private static RunKind kind(String word) throws MalformedMessage {
    return RunKind.named(word)
        .orElseThrow(
            () ->
                new MalformedMessage(
                    "\""
                        + Clipped.of(word, 200)
                        + "\" in "
                        + Headers.KIND
                        + " is not a kind of run"));
  }

  private List<ProducerRecord<String, byte[]>> accepted(
      ConsumerRecord<String, byte[]> record, Sender sender, CheckedDocument document) {
    String run = runOr(sender.run() == null ? document.submissionId() : sender.run(), record);
    if (sender.workspace() != null && !sender.workspace().equals(document.workspace())) {
      Diagnostic fault =
          Diagnostic.error(
              "Contradicting workspaces",
              "The submission's header says workspace \""
                  + sender.workspace()
                  + "\", the document says \""
                  + document.workspace()
                  + "\".",
              null);
      return List.of(messages.event(refusal(run, document.workspace(), List.of(fault))));
    }
    JsonNode tree = SealedLiterals.of(document, registry, keyring.sealer(), document.workspace());
    known.put(run, document);
    Submitted submitted =
        new Submitted(
            run,
            document.workspace(),
            sender.kind(),
            tree,
            sender.options(),
            document.name(),
            sender.by());
    return accepted(submitted);
  }

  private List<ProducerRecord<String, byte[]>> accepted(Submitted submitted) {
    try {
      List<ProducerRecord<String, byte[]>> records =
          new ArrayList<>(messages.inbox(submitted.workspace(), submitted, now()));
      LOG.info("run {} of workspace {} submitted", submitted.run(), submitted.workspace());
      return records;
    } catch (Parts.TooLarge | ReadableText.TooLong e) {
      Diagnostic fault =
          Diagnostic.error("Document exceeds a limit", String.valueOf(e.getMessage()), null);
      return List.of(
          messages.event(refusal(submitted.run(), submitted.workspace(), List.of(fault))));
    }
  }

  private List<ProducerRecord<String, byte[]>> refused(
      ConsumerRecord<String, byte[]> record,
      Sender sender,
      JsonNode tree,
      List<Diagnostic> diagnostics) {
    String named = Optional.ofNullable(sender.run()).orElse(tree.path("submission_id").textValue());
    String workspace = tree.path("workspace").textValue();
    Event refusal = refusal(runOr(named, record), workspace, diagnostics);
    LOG.info("run {} refused: {}", refusal.run(), refusal.text());
    return List.of(messages.event(refusal));
  }

  private List<ProducerRecord<String, byte[]>> unreadable(
      Arrived arrived, @Nullable String run, List<Diagnostic> diagnostics) {
    String cause = String.join("; ", DiagnosticLines.lines(diagnostics));
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
    records.add(deadLetters.letter(arrived.record(), cause, now()));
    LOG.warn(
        "submission at {}-{} is unreadable: {}",
        arrived.record().partition(),
        arrived.record().offset(),
        cause);
    if (run != null) {
      String workspace = Headers.text(arrived.record().headers(), Headers.WORKSPACE);
      records.add(messages.event(refusal(runOr(run, arrived.record()), workspace, diagnostics)));
    }
    return records;
  }

  /** Its names become parts of keys and headers: a name that cannot is left out. */
  private Event refusal(String run, @Nullable String workspace, List<Diagnostic> diagnostics) {
    List<String> lines = DiagnosticLines.lines(diagnostics);
    String text =
        lines.size() == 1
            ? "The plan was refused: " + lines.getFirst()
            : "The plan was refused for several reasons:\n" + String.join("\n", lines);
    return new Event(
        run,
        workspace != null && WorkspaceName.isValid(workspace) ? workspace : "unknown",
        0,
        EventKind.REFUSED,
        null,
        null,
        null,
        text,
        DiagnosticLines.data(diagnostics),
        now());
  }

  /** An id that can't be one is never used: it would be part of keys. */
  private static String runOr(@Nullable String run, ConsumerRecord<String, byte[]> record) {
    return run != null && RunId.isValid(run)
        ? run
        : "plans-" + record.partition() + "-" + record.offset();
  }

  private Instant now() {
    return clock.instant();
  }
}
