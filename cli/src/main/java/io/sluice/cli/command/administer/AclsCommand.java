package io.sluice.cli.command.administer;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.ShellWord;
import io.sluice.model.PoolName;
import io.sluice.model.Suggestion;
import io.sluice.transport.Connection;
import io.sluice.transport.acl.Rights;
import io.sluice.transport.acl.Role;
import io.sluice.transport.client.Clients;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SecurityDisabledException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The rights of a role, as Kafka's own tool would be told them, or given at once. */
@Command(
    name = "acls",
    description = "Prints the rights in Kafka that a role needs, or gives them to a principal.",
    footer = {
      "",
      "Examples:",
      "  sluice acls worker --principal User:worker --pool gpu",
      "  sluice acls state --principal User:state --apply"
    })
public final class AclsCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "ROLE",
      description = "state, planner, worker, operator, reader or admin.")
  private String role = "";

  @Option(
      names = "--principal",
      paramLabel = "User:NAME",
      required = true,
      description = "Who brokers say that it is.")
  private String principal = "";

  @Option(names = "--pool", paramLabel = "POOL", description = "Of a worker: its pool.")
  private String pool = PoolName.DEFAULT;

  @Option(
      names = "--repair",
      description =
          "Also the right to end what Kafka left open of a transaction (ClusterAction, which reads"
              + " every topic): for a state service or planner on a cluster with one broker.")
  private boolean repair;

  @Option(names = "--apply", description = "Gives the rights; your login must be allowed to.")
  private boolean apply;

  @Option(names = "--json", description = "Writes one JSON object for each right.")
  private boolean json;

  public AclsCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    Role meant = Role.named(role).orElseThrow(this::noRole);
    if (principal.indexOf(':') < 1) {
      throw Fault.of(
          "A principal looks like User:NAME",
          "\"" + principal + "\" has no type.",
          "A broker's log shows the principals of its clients.");
    }
    if (!PoolName.isValid(pool)) {
      throw Fault.of("There can't be a pool \"" + pool + "\"", PoolName.RULE, "");
    }
    Connection connection = fleet.settings(invocation).fleet().orElseThrow(AclsCommand::nowhere);
    List<AclBinding> rights =
        Rights.of(meant, connection, principal, new Rights.Extent(pool, repair));
    if (apply) {
      give(connection, rights);
      invocation.terminal().out().println(rights.size() + " rights given to " + principal + ".");
    } else if (json) {
      rights.forEach(right -> invocation.terminal().out().println(line(right)));
    } else {
      invocation.terminal().out().println("# " + principal + ": " + meant.about());
      rights.forEach(
          right -> invocation.terminal().out().println(ShellWord.line(words(connection, right))));
    }
    return ExitCode.DONE.number();
  }

  private static void give(Connection connection, List<AclBinding> rights)
      throws InterruptedException {
    try (Admin admin = new Clients(connection, "cli").admin()) {
      admin.createAcls(rights).all().get();
    } catch (ExecutionException e) {
      throw failed(connection, e.getCause() == null ? e : e.getCause());
    }
  }

  private static Fault failed(Connection connection, Throwable cause) {
    if (cause instanceof SecurityDisabledException) {
      return Fault.of(
          "The brokers keep no rights",
          "No authorizer is set at " + connection.bootstrapServers() + ": everyone may do all.",
          "Set authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer.");
    }
    if (cause instanceof AuthorizationException) {
      return Fault.of(
          "The brokers refuse your login",
          String.valueOf(cause.getMessage()),
          "To give rights takes Alter on the cluster: log in as a super user.");
    }
    return Fault.of("The rights were not given", String.valueOf(cause.getMessage()), "");
  }

  private static List<String> words(Connection connection, AclBinding right) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "kafka-acls.sh",
                "--bootstrap-server",
                connection.bootstrapServers(),
                "--add",
                "--allow-principal",
                right.entry().principal(),
                "--operation",
                operation(right)));
    String name = right.pattern().name();
    switch (right.pattern().resourceType()) {
      case TOPIC -> words.addAll(List.of("--topic", name));
      case GROUP -> words.addAll(List.of("--group", name));
      case TRANSACTIONAL_ID -> words.addAll(List.of("--transactional-id", name));
      default -> words.add("--cluster");
    }
    if (right.pattern().patternType() == PatternType.PREFIXED) {
      words.addAll(List.of("--resource-pattern-type", "prefixed"));
    }
    return words;
  }

  /** {@code DescribeConfigs}, as Kafka's tool has it. */
  private static String operation(AclBinding right) {
    StringBuilder text = new StringBuilder();
    for (String word : right.entry().operation().name().split("_", -1)) {
      text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  private static String line(AclBinding right) {
    ResourceType type = right.pattern().resourceType();
    return JsonLine.of("right", Instant.now())
        .put("principal", right.entry().principal())
        .put("operation", operation(right))
        .put("resource", type.name().toLowerCase(Locale.ROOT))
        .put("name", right.pattern().name())
        .put("pattern", right.pattern().patternType().name().toLowerCase(Locale.ROOT))
        .toString();
  }

  private Fault noRole() {
    return Fault.of(
        "There is no role \"" + role + "\"",
        Suggestion.ofTyped(role, Role.words())
            .map(near -> "Did you mean " + near + "?")
            .orElse("The roles are " + String.join(", ", Role.words()) + "."),
        "");
  }

  private static Fault nowhere() {
    return Fault.of(
        "acls needs a fleet",
        "A local deployment has one user, who may do everything.",
        "Name the fleet: --bootstrap-servers HOST:PORT --zookeeper HOST:PORT.");
  }
}
