package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.function.FileAccess;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.served.TravellingProviders;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.schema.ProviderPackage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A configuration on its way to the planner: every file that its evaluation read, by hash, and the
 * values of its variables, of which the sensitive ones are sealed.
 *
 * @param files bytes by the path that the configuration calls them by
 * @param readsOf the run that read the data sources, before a person was shown the plan
 * @param providers the real ones that are used
 * @param answers what these answered when the plan was drawn, for those who can't ask them
 * @param approved the plan that a person was shown, to report differences: see {@link ApprovedPlan}
 */
public record Bundle(
    String workspace,
    String root,
    SortedMap<String, byte[]> files,
    SortedMap<String, List<String>> listed,
    SortedMap<String, List<String>> searched,
    SortedMap<String, JsonNode> variables,
    String workingDirectory,
    String home,
    String planTimestamp,
    @Nullable String readsOf,
    List<ProviderPackage> providers,
    @Nullable JsonNode answers,
    SortedMap<String, String> approved)
    implements SourceFiles {
  /** The field that makes a document a bundle. */
  public static final String FIELD = "configuration";

  private static final int VERSION = 1;

  /** What became of reading one. */
  public sealed interface Outcome {}

  public record Read(Bundle bundle) implements Outcome {}

  public record Faulty(List<Diagnostic> diagnostics) implements Outcome {
    public Faulty {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /** False if the bytes are certainly none: most submissions are not, and reading one costs. */
  public static boolean mayBe(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.startsWith("{") && (text.contains('"' + FIELD + '"') || text.contains("\\u"));
  }

  public static boolean is(JsonNode document) {
    return document.path(FIELD).isObject();
  }

  public ObjectNode toJson() {
    ObjectNode document = Json.object();
    document.put("schema_version", 2).put("workspace", workspace).put("name", root);
    ObjectNode own = document.putObject(FIELD);
    own.put("version", VERSION);
    ObjectNode all = own.putObject("files");
    files.forEach(
        (path, bytes) ->
            all.putObject(path)
                .put("sha256", Sha256.hex(bytes))
                .put("base64", Base64.getEncoder().encodeToString(bytes)));
    write(own.putObject("listed"), listed);
    write(own.putObject("searched"), searched);
    ObjectNode values = own.putObject("variables");
    variables.forEach(values::set);
    own.put("cwd", workingDirectory).put("home", home).put("plantimestamp", planTimestamp);
    if (readsOf != null) {
      own.put("reads_of", readsOf);
    }
    if (!providers.isEmpty()) {
      TravellingProviders.write(own.putObject("providers"), providers);
    }
    if (answers != null) {
      own.set("answers", answers);
    }
    if (!approved.isEmpty()) {
      ObjectNode shown = own.putObject("approved");
      approved.forEach(shown::put);
    }
    return document;
  }

  private static void write(ObjectNode into, Map<String, List<String>> lists) {
    lists.forEach(
        (name, values) -> {
          ArrayNode list = into.putArray(name);
          values.forEach(list::add);
        });
  }

  /** Reads a bundle; a file that is not what its hash says is a fault. */
  public static Outcome read(JsonNode document) {
    JsonNode own = document.path(FIELD);
    List<Diagnostic> faults = new ArrayList<>();
    int version = own.path("version").asInt(0);
    if (version < 1 || version > VERSION) {
      faults.add(
          Diagnostic.error(
                  "Unreadable configuration bundle",
                  "It is of version " + version + "; this build reads up to " + VERSION + ".",
                  null)
              .withHint("Upgrade the services, or use an older command."));
      return new Faulty(faults);
    }
    SortedMap<String, byte[]> files = new TreeMap<>();
    for (Map.Entry<String, JsonNode> file : own.path("files").properties()) {
      byte[] bytes = bytes(file.getValue().path("base64").asText());
      if (!Sha256.hex(bytes).equals(file.getValue().path("sha256").asText())) {
        faults.add(
            Diagnostic.error(
                "Damaged configuration bundle",
                "The file \"" + file.getKey() + "\" is not what its hash says.",
                null));
      }
      files.put(file.getKey(), bytes);
    }
    SortedMap<String, JsonNode> variables = new TreeMap<>();
    own.path("variables").properties().forEach(e -> variables.put(e.getKey(), e.getValue()));
    List<ProviderPackage> providers = TravellingProviders.read(own.path("providers"), faults);
    if (!faults.isEmpty()) {
      return new Faulty(faults);
    }
    return new Read(
        new Bundle(
            document.path("workspace").asText(),
            document.path("name").asText("."),
            files,
            lists(own.path("listed")),
            lists(own.path("searched")),
            variables,
            own.path("cwd").asText(),
            own.path("home").asText(),
            own.path("plantimestamp").asText(),
            own.path("reads_of").textValue(),
            providers,
            own.get("answers"),
            texts(own.path("approved"))));
  }

  private static SortedMap<String, String> texts(JsonNode node) {
    SortedMap<String, String> texts = new TreeMap<>();
    node.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }

  /** The same with what a person was shown. */
  public Bundle approving(Plan plan) {
    return with(answers, ApprovedPlan.of(plan));
  }

  /** The same with what providers answered. */
  public Bundle answering(@Nullable JsonNode sealed) {
    return with(sealed, approved);
  }

  private Bundle with(@Nullable JsonNode otherAnswers, SortedMap<String, String> shown) {
    return new Bundle(
        workspace,
        root,
        files,
        listed,
        searched,
        variables,
        workingDirectory,
        home,
        planTimestamp,
        readsOf,
        providers,
        otherAnswers,
        shown);
  }

  private static byte[] bytes(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static SortedMap<String, List<String>> lists(JsonNode node) {
    SortedMap<String, List<String>> lists = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      List<String> values = new ArrayList<>();
      entry.getValue().forEach(value -> values.add(value.asText()));
      lists.put(entry.getKey(), values);
    }
    return lists;
  }

  @Override
  public Optional<List<String>> names(String directory) {
    return Optional.ofNullable(listed.get(directory));
  }

  @Override
  public Optional<byte[]> read(String path) {
    return Optional.ofNullable(files.get(path));
  }

  @Override
  public FileAccess access() {
    return new Access();
  }

  private final class Access implements FileAccess {
    @Override
    public Kind kind(String path) {
      if (files.containsKey(path)) {
        return Kind.FILE;
      }
      return searched.containsKey(path) ? Kind.DIRECTORY : Kind.NONE;
    }

    @Override
    public byte[] read(String path) throws Unreadable {
      byte[] bytes = files.get(path);
      if (bytes == null) {
        throw new Unreadable("the file \"" + path + "\" is not part of the submitted bundle");
      }
      return bytes;
    }

    @Override
    public List<String> filesBelow(String directory) throws Unreadable {
      List<String> found = searched.get(directory);
      if (found == null) {
        throw new Unreadable(
            "the directory \"" + directory + "\" is not part of the submitted bundle");
      }
      return found;
    }

    @Override
    public String absolute(String path) {
      return Absolute.path(workingDirectory, path);
    }

    @Override
    public String home() {
      return home;
    }
  }
}
