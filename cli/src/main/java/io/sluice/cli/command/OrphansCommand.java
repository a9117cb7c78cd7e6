package io.sluice.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.OperationLog;
import io.sluice.provider.Provider;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.Session;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.TypeSchema;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Asks providers for the objects that carry Sluice's tag, and shows those that state does not know:
 * what a crash, a lost reply or a state that was put back has left behind. It changes nothing.
 */
@Command(
    name = "orphans",
    description = "Lists objects that carry Sluice's tag and that no state knows.")
final class OrphansCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TAG = "sluice:";

  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Mixin private VariableOptions variables = new VariableOptions();

  @Parameters(
      paramLabel = "DIR|PLAN",
      arity = "0..1",
      description = "A configuration or a plan document whose provider configurations are asked.")
  private @Nullable String plan;

  @Option(
      names = "--workspace",
      paramLabel = "W",
      description = "Only what this workspace made; else every workspace's.")
  private @Nullable String workspace;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "Only this provider, with its usual configuration if no plan is given.")
  private @Nullable String only;

  @Option(names = "--json", description = "One JSON object a line.")
  private boolean json;

  /** Where the configuration stands, if one was named. */
  private Invocation inside;

  private boolean configured;

  private int found;
  private boolean unanswered;

  OrphansCommand(Invocation invocation) {
    this.invocation = invocation;
    this.inside = invocation;
  }

  @Override
  public Integer call() {
    String named = plan;
    if (named != null && Files.isDirectory(invocation.resolve(named))) {
      inside = Roots.in(invocation, named);
      configured = true;
    }
    AskedProviders asked = providers();
    Set<String> known = known();
    asked
        .configurations()
        .forEach((name, configuration) -> look(name, asked.provider(name), configuration, known));
    if (found == 0 && !unanswered && !json) {
      invocation.terminal().out().println("No orphans.");
    }
    return (unanswered ? ExitCode.FAILED : ExitCode.DONE).number();
  }

  /** Of the plan; without one, the provider that is named, as it is without a configuration. */
  private AskedProviders providers() {
    AskedProviders asked = new AskedProviders(inside, fleet.settings(inside));
    if (plan != null) {
      asked.with(configured ? ofConfiguration() : ofDocument(plan));
    }
    if (only != null) {
      asked.only(only);
    }
    if (asked.configurations().isEmpty()) {
      throw Fault.of(
          "Which provider?",
          "Neither a configuration or plan document with providers nor --provider says whom to"
              + " ask.",
          "For example: sluice orphans --provider fakecloud");
    }
    return asked;
  }

  private Map<String, ProviderBlock> ofDocument(String file) {
    return PlanFile.checked(invocation, file, true).document().providers();
  }

  private Map<String, ProviderBlock> ofConfiguration() {
    String name = Roots.workspace(inside, workspace);
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(inside, fleet.settings(inside), name, variables.sources(inside));
    Optional<Deployment> opened = new Opening(inside, fleet, "sluice orphans").toLook();
    if (opened.isEmpty()) {
      return planning.providers(Optional.empty());
    }
    try (Deployment deployment = opened.get()) {
      return planning.providers(opened);
    }
  }

  /** {@code TYPE ID} of everything in any state, deposed and orphaned objects too. */
  private Set<String> known() {
    Set<String> known = new HashSet<>();
    Optional<Deployment> opened = new Opening(inside, fleet, "sluice orphans").toLook();
    if (opened.isPresent()) {
      try (Deployment deployment = opened.get()) {
        for (String each : deployment.query().workspaces()) {
          Snapshot snapshot = deployment.query().snapshot(each, 0);
          for (StateRecord record : snapshot.resources()) {
            known.add(record.type() + " " + record.id());
          }
        }
      }
    }
    return known;
  }

  private void look(String name, Provider provider, JsonNode configuration, Set<String> known) {
    JsonNode conformed = SchemaCheck.conform(provider.schema().configuration(), configuration);
    switch (provider.configure(conformed)) {
      case Provider.Configured.Refused refused -> unanswered(name, refused.why().message());
      case Provider.Configured.Ready(Session session) -> {
        try (session) {
          for (TypeSchema type : provider.schema().types()) {
            if (type.kind() == TypeSchema.Kind.RESOURCE) {
              session.list(context(), type.type(), prefix()).stream()
                  .filter(object -> !known.contains(type.type() + " " + object.id()))
                  .forEach(object -> show(name, type, object));
            }
          }
        } catch (UncheckedIOException e) {
          unanswered(name, String.valueOf(e.getCause() == null ? "" : e.getCause().getMessage()));
        }
      }
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

  private OperationContext context() {
    return new OperationContext(
        workspace == null ? "" : workspace,
        Address.of("orphans.all"),
        new RootDirectory(inside.directory(), ""),
        "orphans",
        false,
        Deadline.after(PATIENCE),
        new Cancellation(),
        HttpClient.newHttpClient(),
        OperationLog.NONE);
  }
}
