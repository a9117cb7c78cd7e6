package io.sluice.cli.command.diagnose;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.Session;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.seal.Sealer;
import io.sluice.transport.query.QueryClient;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Asks providers for the objects that carry Sluice's tag, and shows those that state does not know:
 * what a crash, a lost reply or a restored state has left behind. It changes nothing.
 */
@Command(
    name = "orphans",
    description = "Lists objects that carry Sluice's tag and are in no state.")
public final class OrphansCommand implements Callable<Integer> {
  private static final String TAG = "sluice:";

  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      paramLabel = "DIR|PLAN",
      arity = "0..1",
      description =
          "A configuration or a plan document: Sluice asks the providers that it configures.")
  private @Nullable String plan;

  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "Only what this workspace made (default: any workspace).")
  private @Nullable String workspace;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "Only this provider; without DIR|PLAN, with its default configuration.")
  private @Nullable String only;

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  private int found;
  private boolean unanswered;

  public OrphansCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    ConfiguredProviders asked = providers();
    Set<String> known = known(asked.inside());
    asked.each(
        new ConfiguredProviders.Asked() {
          @Override
          public void ready(String name, Provider provider, Session session) {
            look(name, provider, session, asked.context(workspace == null ? "" : workspace), known);
          }

          @Override
          public void refused(String name, String why) {
            unanswered(name, why);
          }
        });
    if (found == 0 && !unanswered && !json) {
      invocation.terminal().out().println("No orphans.");
    }
    return (unanswered ? ExitCode.FAILED : ExitCode.DONE).number();
  }

  /** Of the plan; without one, the provider that is named, as it is without a configuration. */
  private ConfiguredProviders providers() {
    ConfiguredProviders asked =
        ConfiguredProviders.of(invocation, fleet, variables, workspace, plan);
    if (only != null) {
      asked.only(only);
    }
    if (asked.isEmpty()) {
      throw Fault.of(
          "Which provider?",
          "Name a configuration or a plan document that has providers, or give --provider.",
          "For example: sluice orphans --provider fakecloud");
    }
    return asked;
  }

  /** {@code TYPE ID} of everything in any state, deposed and orphaned objects too. */
  private Set<String> known(Invocation inside) {
    Supplier<Sealer> opener = () -> Keys.of(inside, fleet.settings(inside)).opener();
    Set<String> known = new HashSet<>();
    Optional<Deployment> opened = new Opening(inside, fleet, "sluice orphans").toLookIfThere();
    if (opened.isPresent()) {
      try (Deployment deployment = opened.get()) {
        for (String each : deployment.query().workspaces()) {
          Snapshot snapshot = deployment.query().snapshot(each, QueryClient.ANY_VERSION);
          for (StateRecord record : snapshot.resources()) {
            known.add(record.type() + " " + Keys.id(record, opener));
          }
        }
      }
    }
    return known;
  }

  private void look(
      String name,
      Provider provider,
      Session session,
      OperationContext context,
      Set<String> known) {
    Optional<Outcome.Failed> shut = session.validateCredentials(context);
    if (shut.isPresent()) {
      unanswered(name, shut.get().message());
      return;
    }
    try {
      for (TypeSchema type : provider.schema().types()) {
        if (type.kind() == TypeSchema.Kind.RESOURCE) {
          session.list(context, type.type(), prefix()).stream()
              .filter(object -> !known.contains(type.type() + " " + object.id()))
              .forEach(object -> show(name, type, object));
        }
      }
    } catch (UncheckedIOException e) {
      unanswered(name, String.valueOf(e.getCause() == null ? "" : e.getCause().getMessage()));
    }
  }

  private String prefix() {
    return workspace == null ? TAG : TAG + workspace + "/";
  }

  private void unanswered(String name, String why) {
    unanswered = true;
    invocation.note("Provider " + name + " could not be asked: " + why);
  }

  private void show(String name, TypeSchema type, Session.Listed object) {
    found++;
    String line =
        json
            ? JsonLine.of("orphan", Instant.now())
                .put("provider", name)
                .put("resource_type", type.type())
                .put("id", object.id())
                .put("tag", object.tag())
                .toString()
            : type.type() + "  " + object.id() + "  " + object.tag();
    invocation.terminal().out().println(line);
  }
}
