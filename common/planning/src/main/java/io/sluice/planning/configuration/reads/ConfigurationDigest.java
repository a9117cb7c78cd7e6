package io.sluice.planning.configuration.reads;

import io.sluice.language.config.Declarations.Check;
import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.values.ShownValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Says whether two configurations are the same, by their texts and the values of their variables.
 * What is secret does not count: a digest would tell who guesses right.
 */
final class ConfigurationDigest {
  private final Set<SourceFile> seen = new HashSet<>();
  private final SortedSet<String> parts = new TreeSet<>();

  private ConfigurationDigest() {}

  /** The same for the command and the planner, whatever they call the files. */
  static String of(ModuleInstance root) {
    ConfigurationDigest digest = new ConfigurationDigest();
    digest.module(root.module());
    for (String name : root.module().variables().keySet()) {
      Value value = root.variable(name).value();
      if (Marks.deep(value).isEmpty()) {
        digest.parts.add(name + "=" + Json.text(new ShownValue().write(value)));
      }
    }
    return sha256(String.join("\n", digest.parts).getBytes(StandardCharsets.UTF_8));
  }

  private void module(Module module) {
    Stream.of(
            module.variables().values().stream().map(Variable::range),
            module.locals().values().stream().map(Local::range),
            module.outputs().values().stream().map(Output::range),
            module.resources().values().stream().map(Resource::range),
            module.calls().values().stream().map(ModuleCall::range),
            module.steps().values().stream().map(Step::range),
            module.providers().stream().map(ProviderConfiguration::range),
            module.imports().stream().map(Import::range),
            module.checks().stream().map(Check::range))
        .flatMap(ranges -> ranges)
        .map(SourceRange::source)
        .filter(seen::add)
        .forEach(file -> parts.add(sha256(file.bytes())));
    module.children().values().forEach(this::module);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
