package io.sluice.cli.command.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.read.FollowedRun;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableSources;
import io.sluice.language.format.Formatter;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.model.message.Event;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.planning.configuration.generate.BlockText;
import io.sluice.planning.configuration.generate.MissingBlocks;
import io.sluice.planning.configuration.generate.Undescribed;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes a file with a resource block for each object that is to be imported and that no block
 * describes. Workers read the objects, each through the provider that its block will have; state
 * does not change.
 */
final class GeneratedConfiguration {
  private static final String HEAD =
      """
      # __generated__ by Sluice
      # Please review these resources and move them into your main configuration files.
      """;

  private final Invocation inside;
  private final FleetOptions fleet;
  private final Settings settings;
  private final String workspace;
  private final VariableSources variables;
  private final Path file;
  private final String name;

  /**
   * @param inside in the directory of the root module
   * @param file as it was typed
   */
  GeneratedConfiguration(
      Invocation inside,
      FleetOptions fleet,
      String workspace,
      VariableSources variables,
      String file) {
    this.inside = inside;
    this.fleet = fleet;
    this.settings = fleet.settings(inside);
    this.workspace = workspace;
    this.variables = variables;
    this.file = inside.resolve(file);
    this.name = file;
  }

  /** Fails before anything is read if the file can't be written. */
  void requireWritable() {
    if (Files.exists(file)) {
      throw Fault.of(
          "Target generated file already exists",
          "Configuration is generated only into a new file, and " + name + " exists.",
          "Choose another name, or remove the file.");
    }
    Path parent = file.toAbsolutePath().normalize().getParent();
    boolean isOfRoot = inside.directory().toAbsolutePath().normalize().equals(parent);
    String base = file.getFileName().toString();
    if (!isOfRoot || !base.endsWith(".tf") || base.startsWith(".")) {
      throw Fault.of(
          "The generated file must belong to the configuration",
          name + " is not the name of a .tf file in " + inside.directory() + ".",
          "Give a name such as generated.tf.");
    }
    FileTrouble.requireWritable(file, "No configuration can be generated into " + name);
  }

  /** Writes the file if a block is missing; whether it did. */
  boolean write(ConfigurationPlanning planning) {
    List<Undescribed> undescribed = undescribed(planning);
    List<Diagnostic> refused =
        undescribed.stream()
            .filter(Undescribed.Refused.class::isInstance)
            .map(each -> ((Undescribed.Refused) each).why())
            .toList();
    if (!refused.isEmpty()) {
      throw new Fault(refused);
    }
    List<Undescribed.Import> wishes =
        undescribed.stream()
            .filter(Undescribed.Import.class::isInstance)
            .map(Undescribed.Import.class::cast)
            .toList();
    if (wishes.isEmpty()) {
      return false;
    }
    Map<String, TypeSchema> schemas = schemas(wishes);
    save(wishes, schemas, objects(wishes, schemas));
    inside.note("Generated configuration in " + name + ". Review it before you apply it.");
    return true;
  }

  private List<Undescribed> undescribed(ConfigurationPlanning planning) {
    Optional<Deployment> there = opening().toLookIfThere();
    if (there.isEmpty()) {
      return undescribed(planning, Snapshot.empty(workspace));
    }
    try (Deployment deployment = there.get()) {
      return undescribed(planning, planning.state(deployment));
    }
  }

  private static List<Undescribed> undescribed(ConfigurationPlanning planning, Snapshot state) {
    return MissingBlocks.of(
        planning.configuration().root(),
        planning.configuration().console(state, new Diagnostics()));
  }

  private Opening opening() {
    return new Opening(inside, fleet, "sluice plan");
  }

  /** What the configuration says with these blocks in place of the file. */
  private ConfigurationPlanning with(String blocks) {
    SortedMap<String, byte[]> beside = new TreeMap<>();
    beside.put(file.getFileName().toString(), blocks.getBytes(StandardCharsets.UTF_8));
    return ConfigurationPlanning.load(inside, inside, settings, workspace, variables, beside);
  }

  private Map<String, TypeSchema> schemas(List<Undescribed.Import> wishes) {
    Module root =
        with(wishes.stream().map(BlockText::empty).collect(Collectors.joining("\n")))
            .configuration()
            .root();
    ProviderRegistry registry = InstalledProviders.all(inside);
    Map<String, TypeSchema> schemas = new TreeMap<>();
    for (Undescribed.Import wish : wishes) {
      TypeSchema schema =
          MissingBlocks.schema(root, wish.address(), registry)
              .orElseThrow(
                  () ->
                      Fault.of(
                          "Unknown resource type",
                          "No provider here has a resource type \"" + wish.type() + "\".",
                          "`sluice init` installs the providers that required_providers names."));
      if (!schema.importable()) {
        throw Fault.of(
            "Resource type cannot be imported",
            wish.type() + " cannot be imported: its provider cannot find an object by an id.",
            "");
      }
      schemas.put(wish.address(), schema);
    }
    return schemas;
  }

  /** The objects as they are, by the addresses that they are to have; secrets are sealed. */
  private Map<String, JsonNode> objects(
      List<Undescribed.Import> wishes, Map<String, TypeSchema> schemas) {
    ConfigurationPlanning planning =
        with(
            wishes.stream()
                .map(wish -> BlockText.unknown(wish, of(schemas, wish)))
                .collect(Collectors.joining("\n")));
    Map<String, JsonNode> objects = new TreeMap<>();
    try (Deployment deployment = opening().toWork()) {
      planning.providers(Optional.of(deployment));
      ObjectNode document = planning.bundle().toJson();
      ArrayNode imports = document.putArray("imports");
      wishes.forEach(wish -> imports.addObject().put("to", wish.address()).put("id", wish.id()));
      FollowedRun run =
          FollowedRun.of(
              inside,
              deployment,
              workspace,
              RunKind.DRIFT,
              document,
              ConfigurationPlanning.READ_ALL);
      requireRead(run);
      Secrets secrets = new Secrets(planning.keyring());
      for (Event event : run.events()) {
        JsonNode object = event.data() == null ? null : event.data().get("object");
        if (object != null && event.node() != null) {
          objects.put(String.valueOf(event.node()), secrets.opened(workspace, object));
        }
      }
    }
    return objects;
  }

  private static void requireRead(FollowedRun run) {
    List<String> failures = run.failures();
    if (!failures.isEmpty()) {
      throw Fault.of(
          "No configuration was generated",
          String.join("; ", failures),
          "Do objects with these ids exist? Nothing was changed.");
    }
  }

  private void save(
      List<Undescribed.Import> wishes,
      Map<String, TypeSchema> schemas,
      Map<String, JsonNode> objects) {
    StringBuilder text = new StringBuilder(HEAD);
    for (Undescribed.Import wish : wishes) {
      JsonNode object = objects.get(wish.address());
      if (object == null) {
        throw Fault.of(
            "No configuration was generated",
            wish.address() + " is too large for the report of the worker that read it.",
            "Write its block yourself.");
      }
      List<String> sensitive = new ArrayList<>();
      object.path("sensitive").forEach(pointer -> sensitive.add(pointer.asText()));
      text.append("\n# __generated__ by Sluice from \"").append(comment(wish.id())).append("\"\n");
      text.append(BlockText.of(wish, of(schemas, wish), object.path("attributes"), sensitive));
    }
    byte[] raw = text.toString().getBytes(StandardCharsets.UTF_8);
    byte[] formatted =
        Formatter.format(new SourceFile(name, raw), new Diagnostics())
            .orElseThrow(() -> new IllegalStateException("a generated block is no HCL: " + text));
    try {
      Files.write(file, formatted, StandardOpenOption.CREATE_NEW);
    } catch (IOException e) {
      throw FileTrouble.writing(file, e)
          .fault("No configuration can be generated into " + name)
          .because(e);
    }
  }

  /** An id may hold anything, and a comment ends with its line. */
  private static String comment(String id) {
    return id.replaceAll("\\p{Cntrl}", " ");
  }

  private static TypeSchema of(Map<String, TypeSchema> schemas, Undescribed.Import wish) {
    return Objects.requireNonNull(schemas.get(wish.address()));
  }
}
