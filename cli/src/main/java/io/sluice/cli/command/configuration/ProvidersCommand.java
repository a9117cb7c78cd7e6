package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WithSubcommands;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.install.Installation;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.lock.ProviderLock;
import io.sluice.install.provider.ProviderChoice.Served;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.install.provider.ProviderRequirements;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import io.sluice.provider.ProviderRegistry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which module needs which providers, who serves them, and in which versions; and state's. */
@Command(
    name = "providers",
    description =
        "Shows the providers that a configuration requires, module by module, and those that wrote"
            + " what is in state.")
public final class ProvidersCommand implements Callable<Integer>, WithSubcommands {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  public ProvidersCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("lock", new ProvidersLockCommand(invocation))
        .addSubcommand("mirror", new ProvidersMirrorCommand(invocation))
        .addSubcommand("schema", new ProvidersSchemaCommand(invocation));
  }

  @Override
  public Integer call() {
    Installation installation = Installation.of(invocation);
    Module root = installation.configuration();
    installation.requirements(root);
    invocation.terminal().out().println("the root module");
    print(root, "", installation, installation.locks());
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice providers").toLookIfThere();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        print(workspace.snapshot(invocation, deployment));
      }
    }
    return ExitCode.DONE.number();
  }

  private void print(Snapshot state) {
    ProviderRegistry own = KnownProviders.of(invocation);
    TreeSet<ProviderSource> writers = new TreeSet<>();
    for (StateRecord record : state.resources()) {
      String source = record.source();
      if (source != null) {
        writers.add(ProviderSource.parse(source));
      } else {
        own.resource(record)
            .ifPresent(type -> writers.add(ProviderSource.builtIn(type.provider().name())));
      }
    }
    if (writers.isEmpty()) {
      return;
    }
    invocation.terminal().out().println("the state of workspace " + state.workspace());
    for (ProviderSource writer : writers) {
      line("", writer.equals(writers.last()), writer.displayed());
    }
  }

  private void print(
      Module module, String indent, Installation installation, DependencyLocks locks) {
    List<Runnable> lines = new ArrayList<>();
    Iterator<ProviderRequirement> required =
        ProviderRequirements.ofModule(module, new Diagnostics()).values().iterator();
    Iterator<Module> children = module.children().values().iterator();
    while (required.hasNext()) {
      String text = text(required.next(), installation, locks);
      boolean last = !required.hasNext() && !children.hasNext();
      lines.add(() -> line(indent, last, text));
    }
    while (children.hasNext()) {
      Module child = children.next();
      boolean last = !children.hasNext();
      lines.add(() -> line(indent, last, child.path().getLast()));
      lines.add(() -> print(child, indent + (last ? "    " : "│   "), installation, locks));
    }
    lines.forEach(Runnable::run);
  }

  private void line(String indent, boolean last, String text) {
    invocation.terminal().out().println(indent + (last ? "└── " : "├── ") + text);
  }

  private static String text(
      ProviderRequirement requirement, Installation installation, DependencyLocks locks) {
    String wanted = requirement.constraints().isEmpty() ? "" : " " + requirement.constraints();
    String served =
        installation.choice().of(requirement, locks) == Served.BY_BUILT_IN
            ? " (built in)"
            : locks
                .of(requirement.source())
                .map(
                    lock ->
                        " (locked at " + lock.version() + notInstalled(lock, installation) + ")")
                .orElse(" (not locked)");
    return requirement.source().displayed() + wanted + served;
  }

  private static String notInstalled(ProviderLock lock, Installation installation) {
    return installation.installed().find(lock).isPresent() ? "" : ", not installed";
  }
}
