package io.sluice.cli.command.configuration;

import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.Module;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.Suggestion;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema.Kind;
import io.sluice.sdk.generate.GeneratedClass;
import io.sluice.sdk.generate.ModuleGenerator;
import io.sluice.sdk.generate.TypeGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "generate",
    description = {
      "Writes a Java class for each type that is named, from the schemas of built-in providers and"
          + " of those that `sluice init` installed here.",
      "A name is a resource type (aws_vpc), a data source (data.aws_ami), an ephemeral resource"
          + " (ephemeral.aws_kms_secrets), a provider's own configuration (provider.aws) or"
          + " functions (functions.aws), or a module (module.network=./modules/network)."
    })
final class SdkGenerateCommand implements Callable<Integer> {
  private static final Pattern PACKAGE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");

  private final Invocation invocation;

  @Option(
      names = "--package",
      required = true,
      paramLabel = "PACKAGE",
      description = "The package of the classes.")
  private String packageName = "";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "src/main/java",
      description = "The directory of the sources (default: ${DEFAULT-VALUE}).")
  private String out = "";

  @Parameters(
      arity = "1..*",
      paramLabel = "NAME",
      description = "What classes are made of; @FILE reads names from a file.")
  private List<String> names = new ArrayList<>();

  SdkGenerateCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    if (!PACKAGE.matcher(packageName).matches()) {
      throw Fault.of(
          "'" + packageName + "' is no name of a package", "", "Give one: com.acme.infra");
    }
    ProviderRegistry registry = InstalledProviders.all(invocation);
    TypeGenerator types = new TypeGenerator(packageName, registry);
    List<GeneratedClass> made = new ArrayList<>();
    for (String name : names) {
      made.add(made(name, types, registry));
    }
    write(made);
    return ExitCode.DONE.number();
  }

  private GeneratedClass made(String name, TypeGenerator types, ProviderRegistry registry) {
    if (name.startsWith("module.")) {
      return module(name);
    }
    if (name.startsWith("provider.")) {
      String provider = name.substring("provider.".length());
      return types
          .provider(provider)
          .orElseThrow(() -> unknown("provider", provider, Optional.empty()));
    }
    if (name.startsWith("functions.")) {
      String provider = name.substring("functions.".length());
      return types
          .functions(provider)
          .orElseThrow(() -> unknown("provider with functions", provider, Optional.empty()));
    }
    if (name.startsWith("ephemeral.")) {
      String type = name.substring("ephemeral.".length());
      return types
          .ephemeral(type)
          .orElseThrow(
              () ->
                  unknown("ephemeral resource", type, suggestion(registry, Kind.EPHEMERAL, type)));
    }
    if (name.startsWith("data.")) {
      String type = name.substring("data.".length());
      return types
          .data(type)
          .orElseThrow(() -> unknown("data source", type, suggestion(registry, Kind.DATA, type)));
    }
    return types
        .resource(name)
        .orElseThrow(
            () -> unknown("resource type", name, suggestion(registry, Kind.RESOURCE, name)));
  }

  private static Optional<String> suggestion(ProviderRegistry registry, Kind kind, String type) {
    List<String> all =
        Stream.concat(registry.real().values().stream(), registry.providers().stream())
            .flatMap(provider -> provider.typeNames(kind).stream())
            .sorted()
            .toList();
    return Suggestion.of(type, all);
  }

  private static Fault unknown(String what, String name, Optional<String> meant) {
    return Fault.of(
        "There is no " + what + " " + name,
        meant
            .map(other -> "Did you mean " + other + "?")
            .orElse("No built-in provider has it, and none that is installed here."),
        "`sluice init` installs what required_providers names, so that its schemas can be read.");
  }

  private GeneratedClass module(String name) {
    int equals = name.indexOf('=');
    if (equals < 0) {
      throw Fault.of(
          "The directory of " + name + " is missing", "", "Name its directory: " + name + "=./DIR");
    }
    String source = name.substring(equals + 1);
    Diagnostics faults = new Diagnostics();
    Path directory = invocation.resolve(source);
    Optional<Module> module =
        ConfigurationLoader.alone(new DirectoryFiles(directory), List.of(), ".", faults);
    if (faults.hasErrors()) {
      throw new Fault(faults.list());
    }
    return new ModuleGenerator(packageName)
        .of(
            name.substring("module.".length(), equals),
            source,
            module.orElseThrow(
                () -> Fault.of("There is no module in " + source, "Looked in " + directory, "")));
  }

  private void write(List<GeneratedClass> made) {
    Path directory = invocation.resolve(out).resolve(packageName.replace('.', '/'));
    try {
      Files.createDirectories(directory);
      for (GeneratedClass each : made) {
        Path file = directory.resolve(each.name() + ".java");
        Files.writeString(file, each.text());
        invocation.terminal().out().println(invocation.directory().relativize(file));
      }
    } catch (IOException e) {
      throw FileTrouble.writing(directory, e).fault("The classes can't be written").because(e);
    }
  }
}
