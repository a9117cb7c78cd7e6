package io.sluice.providers.local;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.time.DurationText;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.ResourceType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.SchemaDiff;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code local_command}: an object made, read, changed and taken away by commands. Each is a script
 * for {@code sh} with {@code SLUICE_TOKEN} (the same for every attempt of one operation), {@code
 * SLUICE_ID} and, when there is one, the output so far in {@code SLUICE_OUTPUT}, or, where it is
 * too large for that, in the file {@code SLUICE_OUTPUT_FILE}.
 *
 * <p>A command that ended with another exit code than 0, or was killed at its time-out, has run: it
 * is a permanent failure, never repeated by itself. Where a delete command could clean up, the
 * object is recorded as tainted. A command killed by a cancellation is in doubt. {@code read} and
 * {@code lookup} say by 0 that the object is there and by 1 that it isn't; anything else is an
 * error, since taking a broken command for "gone" would make the object twice.
 */
final class LocalCommand implements ResourceType {
  /** A change of these alone changes nothing but what is recorded. */
  private static final Set<String> ONLY_RECORDED =
      Set.of("/read", "/update", "/delete", "/lookup", "/timeout");

  private static final List<String> MAKING = List.of("create", "working_dir", "environment");

  private static final TypeSchema SCHEMA =
      TypeSchema.resource(
              "local_command",
              "An object that shell commands on the worker create, read, update and delete.",
              new Repeats(RepeatClass.NONE, RepeatClass.NONE, RepeatClass.NONE),
              required("create", STRING)
                  .checkedBy(ValueCheck.notEmpty())
                  .describedAs("Creates the object. Its standard output becomes `output`."),
              optional("read", STRING)
                  .describedAs(
                      "Exit code 0 if the object exists, 1 if it does not. Its standard output"
                          + " replaces `output`."),
              optional("update", STRING)
                  .describedAs(
                      "Runs when create, working_dir or environment change; without it the object"
                          + " is replaced."),
              optional("delete", STRING).describedAs("Deletes the object."),
              optional("lookup", STRING)
                  .describedAs(
                      "Finds the object that an attempt with this SLUICE_TOKEN created: exit code 0"
                          + " if found, 1 if not."),
              optional("working_dir", STRING)
                  .describedAs("The directory to run commands in (default: the worker's root)."),
              optional("environment", AttributeType.mapOf(STRING))
                  .describedAs("Variables to add to the worker's environment."),
              optional("timeout", STRING)
                  .checkedBy(ValueCheck.DURATION)
                  .describedAs(
                      "The time-out of each command, for example 30s; then the command is killed."),
              optional("triggers", AttributeType.mapOf(STRING))
                  .replaces()
                  .describedAs("Arbitrary values; a change replaces the object."),
              computed("id", STRING).kept().describedAs("The token of the operation that made it."),
              computed("stdout", STRING).describedAs("The output of the command, at most 256 KiB."),
              computed("exit_code", INTEGER).describedAs("0."),
              computed("output", ANY).describedAs("stdout, parsed if it is JSON, else as text."))
          .boundToRoot()
          .announcesWriting();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Repeats repeats(JsonNode desired) {
    boolean read = desired.hasNonNull("read");
    return new Repeats(
        read || desired.hasNonNull("lookup") ? RepeatClass.SEARCH : RepeatClass.NONE,
        desired.hasNonNull("update") ? RepeatClass.NONE : RepeatClass.PURE,
        desired.hasNonNull("delete")
            ? read ? RepeatClass.BY_NAME : RepeatClass.NONE
            : RepeatClass.PURE);
  }

  @Override
  public PlannedChange plan(Provider.PlanInput input) {
    PlannedChange change =
        SchemaDiff.diff(SCHEMA, input.priorDesired(), input.desired(), input.unknown());
    if (!(change instanceof PlannedChange.Update update)) {
      return change;
    }
    boolean onlyRecorded =
        update.differences().stream()
            .allMatch(difference -> ONLY_RECORDED.contains(difference.pointer()));
    if (onlyRecorded) {
      return new PlannedChange.Update(update.differences(), new java.util.TreeSet<>());
    }
    if (input.desired().hasNonNull("update")) {
      return update;
    }
    return new PlannedChange.Replace(
        update.differences().stream()
            .map(
                difference ->
                    new PlannedChange.Difference(
                        difference.pointer(),
                        !ONLY_RECORDED.contains(difference.pointer()),
                        difference.unknown()))
            .toList(),
        SchemaDiff.diff(SCHEMA, null, input.desired(), input.unknown()).unknownAfter());
  }

  @Override
  public Outcome create(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    context.writing();
    ShellRun.Ran ran = run(context, "create", desired, context.token(), null);
    if (ran.ok()) {
      return made(desired, context.token(), ran);
    }
    return switch (failure("create", ran)) {
      case Outcome.Failed failed ->
          desired.has("delete")
              ? failed.withPartial(context.token(), attributes(desired, context.token(), ran))
              : failed;
      case Outcome other -> other;
    };
  }

  @Override
  public Outcome read(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    JsonNode attributes = prior.attributes();
    if (!attributes.hasNonNull("read")) {
      return new Outcome.Done(prior.id(), attributes, prior.privateData());
    }
    ShellRun.Ran ran = run(context, "read", attributes, prior.id(), attributes);
    return there("read", ran, prior.id(), attributes);
  }

  @Override
  public Outcome update(OperationContext context, Prior prior, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    if (read(context, prior) instanceof Outcome.Gone gone) {
      return gone;
    }
    boolean changed =
        MAKING.stream()
            .anyMatch(name -> !Json.same(prior.attributes().path(name), desired.path(name)));
    if (!changed || !desired.has("update")) {
      ObjectNode attributes = desired.deepCopy();
      for (String kept : List.of("id", "stdout", "exit_code", "output")) {
        attributes.set(kept, prior.attributes().path(kept));
      }
      return new Outcome.Done(prior.id(), attributes, prior.privateData());
    }
    context.writing();
    ShellRun.Ran ran = run(context, "update", desired, prior.id(), prior.attributes());
    return ran.ok() ? made(desired, prior.id(), ran) : failure("update", ran);
  }

  @Override
  public Outcome delete(OperationContext context, Prior prior)
      throws ProviderFailure, InterruptedException {
    JsonNode attributes = prior.attributes();
    if (!attributes.hasNonNull("delete") || read(context, prior) instanceof Outcome.Gone) {
      return new Outcome.Gone();
    }
    context.writing();
    ShellRun.Ran ran = run(context, "delete", attributes, prior.id(), attributes);
    return ran.ok() ? new Outcome.Gone() : failure("delete", ran);
  }

  @Override
  public Outcome findByToken(OperationContext context, JsonNode desired)
      throws ProviderFailure, InterruptedException {
    String by = desired.has("lookup") ? "lookup" : "read";
    if (!desired.has(by)) {
      return new Outcome.Gone();
    }
    ShellRun.Ran ran = run(context, by, desired, context.token(), null);
    ObjectNode attributes = attributes(desired, context.token(), ran);
    return there(by, ran, context.token(), attributes.put("exit_code", 0));
  }

  private static Outcome there(String which, ShellRun.Ran ran, String id, JsonNode attributes) {
    if (ran.end() == ShellRun.End.EXITED && ran.exitCode() == 1) {
      return new Outcome.Gone();
    }
    if (!ran.ok()) {
      return failure(which, ran);
    }
    ObjectNode found = attributes.deepCopy();
    if (!ran.stdout().isEmpty()) {
      found.put("stdout", ran.stdout()).set("output", ran.output());
    }
    return new Outcome.Done(id, found);
  }

  private static Outcome made(JsonNode desired, String id, ShellRun.Ran ran) {
    return new Outcome.Done(id, attributes(desired, id, ran));
  }

  static ObjectNode attributes(JsonNode desired, String id, ShellRun.Ran ran) {
    ObjectNode attributes = desired.deepCopy();
    attributes.put("id", id).put("stdout", ran.stdout()).put("exit_code", ran.exitCode());
    attributes.set("output", ran.output());
    return attributes;
  }

  static ShellRun.Ran run(
      OperationContext context,
      String which,
      JsonNode config,
      String id,
      @org.jspecify.annotations.Nullable JsonNode before)
      throws ProviderFailure, InterruptedException {
    Path directory = context.root().resolve(config.path("working_dir").asText(""));
    Map<String, String> environment = new TreeMap<>();
    config
        .path("environment")
        .properties()
        .forEach(entry -> environment.put(entry.getKey(), entry.getValue().asText()));
    environment.put("SLUICE_TOKEN", context.token());
    environment.put("SLUICE_ID", id);
    Deadline deadline = context.deadline();
    if (config.hasNonNull("timeout")) {
      deadline = deadline.noLaterThan(DurationText.duration(config.get("timeout").textValue()));
    }
    if (!Child.hasSessions()) {
      context
          .log()
          .say(
              "setsid (util-linux) is not installed here: Ctrl-C in the terminal reaches the"
                  + " command");
    }
    String output = null;
    if (before != null) {
      JsonNode value = before.path("output");
      output = value.isTextual() ? value.textValue() : Json.text(value);
    }
    ShellRun.Job job =
        new ShellRun.Job(config.get(which).textValue(), directory, environment, output);
    return ShellRun.run(job, deadline, context.cancellation());
  }

  static Outcome failure(String which, ShellRun.Ran ran) {
    String said = ran.stderr().isEmpty() ? "" : ": " + ran.stderr();
    String command = "the " + which + " command ";
    return switch (ran.end()) {
      case EXITED ->
          Outcome.permanent("EXIT_CODE", command + "ended with exit code " + ran.exitCode() + said);
      case TIMED_OUT -> Outcome.permanent("TIMEOUT", command + "was killed at its time-out" + said);
      case RAN_AWAY ->
          Outcome.permanent("OUTPUT_TOO_LARGE", command + "printed too much and was killed");
      case CANCELLED ->
          new Outcome.InDoubt("CANCELLED", command + "was killed by a cancellation" + said);
    };
  }
}
