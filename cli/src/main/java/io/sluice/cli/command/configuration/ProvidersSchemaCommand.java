package io.sluice.cli.command.configuration;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.cli.install.Installation;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.lock.DependencyLocks;
import io.sluice.install.provider.ProviderChoice.Served;
import io.sluice.install.provider.ProviderRequirement;
import io.sluice.language.address.ProviderSource;
import io.sluice.model.json.Json;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "schema",
    description = "Prints the schemas of the real providers that the configuration requires.")
final class ProvidersSchemaCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", required = true, description = "Print JSON, shaped like Terraform's.")
  private boolean json;

  ProvidersSchemaCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Installation installation = Installation.of(invocation);
    DependencyLocks locks = installation.locks();
    ProviderRegistry registry = InstalledProviders.all(invocation);
    ObjectNode document = Json.object().put("format_version", "1.0");
    ObjectNode schemas = document.putObject("provider_schemas");
    for (ProviderRequirement required :
        installation.requirements(installation.configuration()).values()) {
      if (installation.choice().of(required, locks) == Served.BY_PACKAGE) {
        ProviderSource source = required.source();
        schemas.set(source.toString(), schemas(registry, source));
      }
    }
    invocation.terminal().out().println(Json.text(document));
    return ExitCode.DONE.number();
  }

  private static ObjectNode schemas(ProviderRegistry registry, ProviderSource source) {
    Provider provider =
        registry
            .real(source.toString())
            .orElseThrow(
                () ->
                    Fault.of(
                        "Provider isn't installed",
                        "%s is required. %s"
                            .formatted(
                                source.displayed(),
                                registry.whyMissing(source.toString()).orElse("It is not locked.")),
                        "Run: sluice init"));
    try {
      return ((BridgedProvider) provider).catalog().document();
    } catch (DecodeFailed e) {
      throw Fault.of(
              "The schemas of %s can't be read".formatted(source.displayed()), e.sentence(), "")
          .because(e);
    }
  }
}
