package io.sluice.providers.local;

import static io.sluice.provider.schema.AttributeSchema.computed;
import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.INTEGER;
import static io.sluice.provider.schema.AttributeType.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.ValueCheck;

/** {@code step "exec"}: runs a command, as {@link LocalCommand} does. */
final class ExecStep implements StepType {
  private static final TypeSchema SCHEMA =
      TypeSchema.step(
              "exec",
              "Runs a shell command on the worker.",
              RepeatClass.NONE,
              required("command", STRING).checkedBy(ValueCheck.notEmpty()).describedAs("For sh."),
              optional("working_dir", STRING)
                  .describedAs("The directory to run in (default: the worker's root)."),
              optional("environment", AttributeType.mapOf(STRING))
                  .describedAs("Variables to add to the worker's environment."),
              optional("timeout", STRING)
                  .checkedBy(ValueCheck.DURATION)
                  .describedAs("The time-out, after which the command is killed."),
              computed("stdout", STRING).describedAs("Its output, at most 256 KiB."),
              computed("exit_code", INTEGER).describedAs("0."),
              computed("output", ANY).describedAs("stdout, parsed if it is JSON, else as text."))
          .announcesWriting();

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException {
    context.writing();
    ShellRun.Ran ran = LocalCommand.run(context, "command", arguments, context.token(), null);
    return ran.ok()
        ? new Outcome.Done(
            context.token(), LocalCommand.attributes(arguments, context.token(), ran))
        : LocalCommand.failure("exec", ran);
  }
}
