package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.function.FileAccess;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.file.BundledFile;
import io.sluice.model.file.FileManifest;
import io.sluice.model.json.Json;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planning.configuration.served.TravellingProviders;
import io.sluice.planning.decide.FoundOutside;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.schema.ProviderPackage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A configuration on its way to the planner: every file that its evaluation read or that arguments
 * name, by hash, and the values of its variables, of which the sensitive ones are sealed.
 *
 * @param files by the path that the configuration calls them by
 * @param filesOf the name under which workers keep what calls write, for all runs of one planning
 *     and its plan; null if providers follow no relative paths, so that workers lay no files out
 * @param readsOf the run that read the data sources, before a person was shown the plan
 * @param found what the look before the plan found changed outside
 * @param providers the real ones that are used
 * @param answers what these answered when the plan was drawn, for a planner that can't ask them
 * @param approved the plan that a person was shown, to report differences: see {@link ApprovedPlan}
 */
public record Bundle(
    String workspace,
    String root,
    SortedMap<String, BundledFile> files,
    @Nullable String filesOf,
    SortedMap<String, List<String>> listed,
    SortedMap<String, List<String>> searched,
    SortedMap<String, JsonNode> variables,
    String workingDirectory,
    String home,
    String planTimestamp,
    @Nullable String readsOf,
    FoundOutside found,
    List<ProviderPackage> providers,
    @Nullable JsonNode answers,
    SortedMap<String, String> approved)
    implements SourceFiles {
  /** The field that makes a document a bundle. */
  public static final String FIELD = "configuration";

  /** Beside it: nothing is read again, and the plan is drawn on what was found. */
  public static final String AS_FOUND = "as_found";

  private static final int VERSION = 1;

  /** The outcome of reading one. */
  public sealed interface Outcome {}

  public record Read(Bundle bundle) implements Outcome {}

  public record Faulty(List<Diagnostic> diagnostics) implements Outcome {
    public Faulty {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /**
   * False if the bytes are certainly no bundle: most submissions are none, and reading one takes
   * time.
   */
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
    files.forEach((path, file) -> all.set(path, file.toJson()));
    if (filesOf != null) {
      own.put("files_of", filesOf);
    }
    write(own.putObject("listed"), listed);
    write(own.putObject("searched"), searched);
    ObjectNode values = own.putObject("variables");
    variables.forEach(values::set);
    own.put("cwd", workingDirectory).put("home", home).put("plantimestamp", planTimestamp);
    if (readsOf != null) {
      own.put("reads_of", readsOf);
    }
    if (!found.isNothing()) {
      own.set("found", found.toJson());
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
    SortedMap<String, BundledFile> files = new TreeMap<>();
    for (Map.Entry<String, JsonNode> file : own.path("files").properties()) {
      BundledFile.read(file.getValue())
          .ifPresentOrElse(
              read -> files.put(file.getKey(), read),
              () ->
                  faults.add(
                      Diagnostic.error(
                          "Damaged configuration bundle",
                          "The file \"" + file.getKey() + "\" does not match its hash.",
                          null)));
    }
    SortedMap<String, JsonNode> variables = new TreeMap<>();
    own.path("variables").properties().forEach(e -> variables.put(e.getKey(), e.getValue()));
    List<ProviderPackage> providers = TravellingProviders.read(own.path("providers"), faults);
    if (!faults.isEmpty()) {
      return new Faulty(faults);
    }
    return new Read(
        of(
            draft -> {
              draft.workspace = document.path("workspace").asText();
              draft.root = document.path("name").asText(".");
              draft.files = files;
              draft.filesOf = own.path("files_of").textValue();
              draft.listed = lists(own.path("listed"));
              draft.searched = lists(own.path("searched"));
              draft.variables = variables;
              draft.workingDirectory = own.path("cwd").asText();
              draft.home = own.path("home").asText();
              draft.planTimestamp = own.path("plantimestamp").asText();
              draft.readsOf = own.path("reads_of").textValue();
              draft.found = FoundOutside.read(own.path("found"));
              draft.providers = providers;
              draft.answers = own.get("answers");
              draft.approved = texts(own.path("approved"));
            }));
  }

  private static SortedMap<String, String> texts(JsonNode node) {
    SortedMap<String, String> texts = new TreeMap<>();
    node.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
    return texts;
  }

  /** Where the files of a bundle's tree are found. */
  public static @Nullable WorkingDirectory place(JsonNode document) {
    JsonNode own = document.path(FIELD);
    return own.has("files_of") && read(document) instanceof Read(Bundle bundle)
        ? bundle.place()
        : own.path("cwd").isTextual() ? WorkingDirectory.of(own.path("cwd").asText()) : null;
  }

  /**
   * The form of a bundle without the plan that a person was shown, if a different plan is wanted:
   * that one is drawn anew, on the state of that time.
   *
   * @param document opened
   * @param approvedHash of the plan that somebody approved; null for none
   */
  public static JsonNode drawnFor(JsonNode document, @Nullable String approvedHash) {
    if (approvedHash != null || document.path(FIELD).path("approved").isEmpty()) {
      return document;
    }
    ObjectNode anew = document.deepCopy();
    anew.withObject("/" + FIELD).remove(List.of("approved", "answers", "reads_of", "found"));
    return anew;
  }

  /** The same with what a person was shown. */
  public Bundle approving(Plan plan) {
    return changed(draft -> draft.approved = ApprovedPlan.of(plan));
  }

  /** The same with what providers answered. */
  public Bundle answering(@Nullable JsonNode sealed) {
    return changed(draft -> draft.answers = sealed);
  }

  /** The same with what the look before the plan found. */
  public Bundle having(FoundOutside outside) {
    return changed(draft -> draft.found = outside);
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
    BundledFile file = files.get(path);
    return file == null ? Optional.empty() : Optional.ofNullable(file.content());
  }

  @Override
  public WorkingDirectory place() {
    return new WorkingDirectory(
        workingDirectory,
        filesOf != null ? FileManifest.ofBundled(workingDirectory, files).hash() : null);
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
      byte[] bytes = Bundle.this.read(path).orElse(null);
      if (bytes == null) {
        throw new Unreadable("the file \"" + path + "\" is not part of the submitted bundle");
      }
      return bytes;
    }

    @Override
    public byte[] digest(String path, String algorithm) throws Unreadable {
      BundledFile file = files.get(path);
      String known = file == null ? null : file.digests().get(algorithm);
      return known == null
          ? FileAccess.super.digest(path, algorithm)
          : HexFormat.of().parseHex(known);
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

  /** Each value by its name. */
  public static Bundle of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  private Bundle changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.built();
  }

  /** The values of a {@link Bundle} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public String workspace;
    public String root;
    public SortedMap<String, BundledFile> files = new TreeMap<>();
    public @Nullable String filesOf;
    public SortedMap<String, List<String>> listed = new TreeMap<>();
    public SortedMap<String, List<String>> searched = new TreeMap<>();
    public SortedMap<String, JsonNode> variables = new TreeMap<>();
    public String workingDirectory;
    public String home;
    public String planTimestamp;
    public @Nullable String readsOf;
    public FoundOutside found = FoundOutside.NOTHING;
    public List<ProviderPackage> providers = List.of();
    public @Nullable JsonNode answers;
    public SortedMap<String, String> approved = new TreeMap<>();

    private Draft() {}

    private Draft(Bundle from) {
      workspace = from.workspace;
      root = from.root;
      files = from.files;
      filesOf = from.filesOf;
      listed = from.listed;
      searched = from.searched;
      variables = from.variables;
      workingDirectory = from.workingDirectory;
      home = from.home;
      planTimestamp = from.planTimestamp;
      readsOf = from.readsOf;
      found = from.found;
      providers = from.providers;
      answers = from.answers;
      approved = from.approved;
    }

    private Bundle built() {
      return new Bundle(
          Objects.requireNonNull(workspace, "workspace"),
          Objects.requireNonNull(root, "root"),
          files,
          filesOf,
          listed,
          searched,
          variables,
          Objects.requireNonNull(workingDirectory, "workingDirectory"),
          Objects.requireNonNull(home, "home"),
          Objects.requireNonNull(planTimestamp, "planTimestamp"),
          readsOf,
          found,
          providers,
          answers,
          approved);
    }
  }
}
