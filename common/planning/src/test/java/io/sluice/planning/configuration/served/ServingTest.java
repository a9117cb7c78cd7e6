package io.sluice.planning.configuration.served;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.ConfigurationValidation;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ProviderPackage;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.schema.TypeSchema.Kind;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which provider serves a name, here and where only a bundle arrives. */
final class ServingTest {
  private static final String REAL = "registry.terraform.io/hashicorp/local";
  private static final String FILE =
      "resource \"local_file\" \"a\" {\n  filename = \"a\"\n  content = \"a\"\n}\n";
  private static final ProviderRegistry OWN = ProviderRegistry.builtIn();

  @TempDir private Path directory = Path.of("unset");

  @BeforeEach
  void write() throws IOException {
    write("main.tf", FILE);
  }

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void require(String source) throws IOException {
    write(
        "versions.tf",
        "terraform {\n  required_providers {\n    local = { source = \"%s\" }\n  }\n}\n"
            .formatted(source));
  }

  private List<String> faults(ProviderRegistry registry) {
    return ConfigurationValidation.of(new DirectorySource(directory), registry).stream()
        .map(fault -> fault.summary() + ": " + fault.detail())
        .toList();
  }

  @Test
  void ownProvidersServeNamesWithoutAnEntryAndTheirOwnSources() throws IOException {
    assertThat(faults(OWN)).isEmpty();
    require("sluice.io/builtin/local");
    assertThat(faults(OWN)).isEmpty();
    assertThat(faults(OWN.with(List.of(new RealLocal())))).isEmpty();
  }

  @Test
  void anEntryMeansTheRealOneAndAModuleGoesByItsOwnEntries() throws IOException {
    write("child/main.tf", FILE);
    write("call.tf", "module \"child\" {\n  source = \"./child\"\n}\n");
    assertThat(faults(OWN)).isEmpty();

    write(
        "child/versions.tf",
        "terraform {\n  required_providers {\n    local = { source = \"acme/local\" }\n  }\n}\n");

    assertThat(faults(OWN))
        .containsExactly(
            "Provider isn't installed: local_file is served by acme/local. It is required and not"
                + " installed.");
  }

  @Test
  void aRealOneThatIsThereServesWhatItsAddressMeans() throws IOException {
    ProviderRegistry registry = OWN.with(List.of(new RealLocal()));

    assertThat(faults(registry))
        .containsExactly(
            "Unsupported argument: An argument named \"content\" is not expected here.");
    write(
        "main.tf",
        "resource \"local_files\" \"a\" {\n"
            + "}\n"
            + "data \"local_file\" \"b\" {\n"
            + "  filename = \"b\"\n"
            + "}\n");
    assertThat(faults(registry))
        .containsExactlyInAnyOrder(
            "Invalid resource type: Provider \"local\" has no resource type \"local_files\".",
            "Invalid data source: Provider \"local\" has no data source \"local_file\".");
  }

  @Test
  void whatIsLockedAndNotThereIsNeverServedByAnother() {
    assertThat(faults(OWN.missing(REAL, "It is locked at 2.0 and not installed here.")))
        .containsExactly(
            "Provider isn't installed: local_file is served by hashicorp/local. It is locked at 2.0"
                + " and not installed here.");
  }

  @Test
  void aBundleBringsTheProvidersThatAreUsed() throws Exception {
    write("main.tf", "resource \"local_file\" \"a\" {\n  filename = \"a\"\n}\n");
    DirectorySource files = new DirectorySource(directory);
    Configuration configuration = loaded(files, OWN.with(List.of(new RealLocal())));
    StateRecord held = record("local_note", REAL);

    Bundle bundle =
        configuration.bundle(
            files, "root", Keyring.of(new byte[32], "test").sealer(), null, List.of(held));
    Bundle arrived = ((Bundle.Read) Bundle.read(Json.tree(Json.encode(bundle.toJson())))).bundle();

    assertThat(arrived.providers())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.source()).isEqualTo(REAL);
              assertThat(one.version()).isEqualTo("2.0.0");
              assertThat(one.hashes()).containsExactly("h1:x");
              assertThat(new String(one.schemas(), StandardCharsets.UTF_8))
                  .isEqualTo("[local_file, local_note]");
            });
    assertThat(Configuration.of(arrived, OWN).diagnostics())
        .extracting(Diagnostic::summary)
        .containsExactly("Damaged configuration bundle");
    assertThat(Configuration.of(arrived, OWN.readingBy(packed -> new RealLocal())).configuration())
        .isNotNull();
  }

  @Test
  void schemasThatDoNotFitAreRefusedWhereTheBundleIsMade() throws IOException {
    write("main.tf", "resource \"local_note\" \"a\" {}\n");
    DirectorySource files = new DirectorySource(directory);
    Configuration configuration = loaded(files, OWN.with(List.of(new RealLocal(33 << 20))));
    Sealer sealer = Keyring.of(new byte[32], "test").sealer();

    assertThatThrownBy(() -> configuration.bundle(files, "root", sealer, null, List.of()))
        .isInstanceOf(TravellingProviders.TooLarge.class)
        .hasMessageContaining(REAL, "33 MiB", "at most 32 MiB");
  }

  @Test
  void whatAnotherProviderWroteIsNotTakenOverUnasked() throws IOException {
    Configuration configuration = loaded(new DirectorySource(directory), OWN);
    Configuration.Outcome outcome =
        configuration.plan(
            new Configuration.PlanInputs(
                new Snapshot(
                    "default", 1, 1, null, List.of(record("local_file", REAL)), null, List.of()),
                RunKind.APPLY,
                RunOptions.DEFAULT,
                Map.of()));

    assertThat(((Configuration.Refused) outcome).diagnostics())
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.detail()).contains(REAL, "sluice.io/builtin/local");
              assertThat(fault.hint())
                  .contains("sluice state replace-provider " + REAL + " sluice.io/builtin/local");
            });
  }

  private static Configuration loaded(DirectorySource files, ProviderRegistry registry) {
    Configuration.Loaded loaded =
        Configuration.load(
            files, VariableSources.NONE, "default", "2026-01-02T03:04:05Z", registry);
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      throw new AssertionError(loaded.diagnostics().toString());
    }
    return configuration;
  }

  private static StateRecord record(String type, String source) {
    return StateRecord.of(
            draft -> {
              draft.workspace = "default";
              draft.address = Address.of(type + ".a");
              draft.type = type;
              draft.id = "id";
              draft.attributes = Json.object().put("filename", "a").put("content", "a");
              draft.desired = Json.object().put("filename", "a").put("content", "a");
              draft.status = RecordStatus.OK;
              draft.version = 1;
              draft.epoch = 1;
              draft.runId = "run";
              draft.updatedAt = Instant.EPOCH;
            })
        .by(source);
  }

  /** A real provider with a type of the name of one of Sluice's own. */
  private static final class RealLocal implements Provider {
    private final int size;

    RealLocal() {
      this(0);
    }

    /** With schemas of at least that many bytes. */
    RealLocal(int size) {
      this.size = size;
    }

    @Override
    public String name() {
      return "local";
    }

    @Override
    public Optional<PluginWork> plugin() {
      return Optional.of(new PluginWork(REAL, "2.0.0", List.of("h1:x"), null, null));
    }

    @Override
    public Optional<ProviderPackage> packed(Map<Kind, Set<String>> types) {
      byte[] names =
          types.getOrDefault(Kind.RESOURCE, Set.of()).toString().getBytes(StandardCharsets.UTF_8);
      return Optional.of(
          new ProviderPackage(
              REAL, "2.0.0", List.of("h1:x"), Arrays.copyOf(names, Math.max(size, names.length))));
    }

    @Override
    public ProviderSchema schema() {
      Repeats none = Repeats.all(RepeatClass.NONE);
      return new ProviderSchema(
          BlockBody.of(),
          List.of(
              TypeSchema.resource(
                  "local_file",
                  "A file.",
                  none,
                  AttributeSchema.required("filename", AttributeType.STRING)),
              TypeSchema.resource("local_note", "A note.", none)));
    }

    @Override
    public Configured configure(JsonNode configuration) {
      throw new IllegalStateException("nothing is worked on");
    }
  }

  @Test
  void aNameThatNobodyHereServesIsARealOnesUnlessAnotherIsMeant() throws IOException {
    write("main.tf", "module \"child\" {\n  source = \"./child\"\n}\n");
    write("child/main.tf", "resource \"github_repository\" \"r\" {\n}\n");
    assertThat(faults(OWN))
        .containsExactly(
            "Provider isn't installed: github_repository is served by hashicorp/github. It is not"
                + " installed.");

    write("child/main.tf", "resource \"local_fil\" \"r\" {\n}\n");
    assertThat(faults(OWN))
        .containsExactly("Invalid resource type: No provider has the resource type \"local_fil\".");
  }

  @Test
  void aModuleSaysOnceWhatItRequires() throws IOException {
    require("sluice.io/builtin/local");
    write(
        "versions_override.tf",
        "terraform {\n  required_providers {\n    local = { source ="
            + " \"sluice.io/builtin/local\" }\n  }\n}\n");
    assertThat(faults(OWN)).isEmpty();

    Files.delete(directory.resolve("versions_override.tf"));
    write("more.tf", "terraform {\n  required_providers {\n    random = {}\n  }\n}\n");
    assertThat(faults(OWN))
        .singleElement()
        .asString()
        .startsWith(
            "Duplicate required providers configuration: A module may have only one required"
                + " providers configuration. The required providers were previously configured at");
  }
}
