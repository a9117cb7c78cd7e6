package io.sluice.planning.document.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.substitution.Reference;
import io.sluice.language.substitution.References;
import io.sluice.model.WorkspaceName;
import io.sluice.model.plan.PlanDocument;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.DocumentLimits;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.expand.Edge;
import io.sluice.planning.document.expand.ResourceBuilder;
import io.sluice.planning.document.expand.Scope;
import io.sluice.planning.document.read.Declaration;
import io.sluice.planning.document.read.DeclarationReader;
import io.sluice.planning.document.read.Fields;
import io.sluice.planning.document.read.Fields.Text;
import io.sluice.planning.document.read.Imports;
import io.sluice.planning.document.read.Names;
import io.sluice.planning.document.read.ProviderReader;
import io.sluice.planning.document.text.DocumentText;
import io.sluice.planning.document.text.JsonText;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.planning.document.text.Located.Sequence;
import io.sluice.provider.ProviderRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks a plan document and finds all of its faults at once. The command line calls it before
 * anything is sent, the planner for what arrives: one and the same check.
 */
public final class DocumentCheck {
  private static final Set<String> KNOWN =
      Set.of(
          "schema_version",
          "workspace",
          "name",
          "submission_id",
          "resources",
          "providers",
          "imports");

  private final ProviderRegistry registry;
  private final Options options;
  private final Diagnostics faults = new Diagnostics();

  private DocumentCheck(ProviderRegistry registry, Options options) {
    this.registry = registry;
    this.options = options;
  }

  /** What the submitter allows. */
  public record Options(boolean allowEmpty) {
    public static final Options STRICT = new Options(false);
  }

  /** What became of a check. */
  public sealed interface Outcome {}

  public record Checked(CheckedDocument document) implements Outcome {}

  /**
   * Errors and warnings, in the order of the text.
   *
   * @param tree what could be read; null when it is neither JSON nor YAML
   */
  public record Faulty(List<Diagnostic> diagnostics, @Nullable JsonNode tree) implements Outcome {
    public Faulty {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /**
   * Why such JSON is not read at all. Ask before making a tree of bytes that anyone may have sent:
   * a few megabytes can be millions of values.
   */
  public static Optional<Diagnostic> beyondLimits(byte[] bytes) {
    return JsonText.isBeyond(bytes)
        ? Optional.of(Diagnostic.error("Document exceeds a limit", JsonText.TOO_MANY + ".", null))
        : Optional.empty();
  }

  /** {@code name} is the file's name, for messages; its ending tells YAML from JSON. */
  public static Outcome check(
      byte[] bytes, String name, ProviderRegistry registry, Options options) {
    DocumentCheck check = new DocumentCheck(registry, options);
    SourceFile file = DocumentText.source(name, bytes);
    Optional<Located> read = DocumentText.read(file, check.faults);
    return read.map(whole -> check.whole(whole, file, null)).orElseGet(() -> check.faulty(null));
  }

  /** The same for a document that has been text before, or never was. */
  public static Outcome check(JsonNode tree, ProviderRegistry registry, Options options) {
    DocumentCheck check = new DocumentCheck(registry, options);
    // The tree is passed on as it is: of a large plan there are too many copies in memory anyway.
    return check.whole(Located.of(tree), SourceFile.of("", ""), tree);
  }

  private Faulty faulty(@Nullable Located read) {
    List<Diagnostic> all = new ArrayList<>(faults.list());
    if (faults.dropped() > 0) {
      all.add(
          Diagnostic.error(
              "Too many faults", faults.dropped() + " further faults are not shown.", null));
    }
    return new Faulty(all, read == null ? null : read.toJson());
  }

  private Outcome whole(Located whole, SourceFile file, @Nullable JsonNode tree) {
    if (!(whole instanceof Mapping mapping)) {
      faults.add(
          Diagnostic.error(
                  "Not a plan document",
                  "A plan document is an object with schema_version, workspace and resources; this"
                      + " is "
                      + Fields.kind(whole)
                      + ".",
                  whole.head())
              .withHint(
                  file.name().endsWith(".tf")
                      ? "For a directory of *.tf files, use `sluice apply`."
                      : ""));
      return faulty(whole);
    }
    Fields fields = new Fields(mapping, "a plan document", faults);
    fields.refuseOthers(KNOWN);
    int version = version(fields);
    String workspace = workspace(fields);
    Optional<Text> name = fields.text("name");
    Optional<Text> submission = fields.text("submission_id");
    submission.ifPresent(
        id ->
            Names.runProblem(id.value())
                .ifPresent(problem -> faults.error("Invalid submission_id", problem, id.range())));
    List<Resource> resources = new ArrayList<>();
    List<Placeholder> placeholders = new ArrayList<>();
    SortedMap<String, ProviderBlock> providers = new ProviderReader(registry, faults).read(fields);
    if (version <= PlanDocument.NEWEST_VERSION) {
      DeclarationReader reader = new DeclarationReader(registry, faults, providers);
      resources(fields, version, reader, resources, placeholders);
    }
    List<CheckedDocument.Import> imports = Imports.read(fields, faults);
    if (faults.hasErrors()) {
      return faulty(whole);
    }
    return new Checked(
        new CheckedDocument(
            workspace,
            name.map(Text::value).orElse(null),
            submission.map(Text::value).orElse(null),
            tree == null ? mapping.toJson() : tree,
            resources,
            placeholders,
            faults.list(),
            providers,
            imports));
  }

  /** The version as written, or the newest when there is none to go by. */
  private int version(Fields fields) {
    Located written = fields.value("schema_version").orElse(null);
    if (written == null) {
      fields.missing(
          "schema_version", "Write schema_version: " + PlanDocument.NEWEST_VERSION + ".");
      return PlanDocument.NEWEST_VERSION;
    }
    var version = fields.integer("schema_version");
    if (version.isEmpty()) {
      return PlanDocument.NEWEST_VERSION;
    }
    if (version.getAsInt() > PlanDocument.NEWEST_VERSION) {
      faults.add(
          Diagnostic.error(
                  "Plan version is too new",
                  "The document has schema_version "
                      + version.getAsInt()
                      + "; this build reads up to "
                      + PlanDocument.NEWEST_VERSION
                      + ".",
                  written.range())
              .withHint("Upgrade Sluice, or write the document for an older version."));
    } else if (version.getAsInt() < 1) {
      faults.error("Invalid schema_version", "The lowest version is 1.", written.range());
    }
    return version.getAsInt();
  }

  private String workspace(Fields fields) {
    if (fields.value("workspace").isEmpty()) {
      fields.missing(
          "workspace",
          "It names the workspace whose state the plan changes, for example \"default\".");
      return "";
    }
    Optional<Text> workspace = fields.text("workspace");
    workspace.ifPresent(
        text -> {
          if (!WorkspaceName.isValid(text.value())) {
            faults.error("Invalid workspace", WorkspaceName.RULE, text.range());
          }
        });
    return workspace.map(Text::value).orElse("");
  }

  private void resources(
      Fields fields,
      int version,
      DeclarationReader reader,
      List<Resource> resources,
      List<Placeholder> placeholders) {
    Located written = fields.value("resources").orElse(null);
    if (written == null) {
      fields.missing("resources", "An empty list is written [].");
      return;
    }
    if (!(written instanceof Sequence sequence)) {
      fields.wrongType("resources", "a list of resources", written);
      return;
    }
    if (sequence.elements().isEmpty() && !options.allowEmpty()) {
      faults.add(
          Diagnostic.error(
                  "No resources",
                  "The document has no resources: everything in the workspace would be destroyed.",
                  sequence.head())
              .withHint("If you want that, submit it with --allow-empty."));
    }
    List<Declaration> declarations = reader.read(sequence);
    Scope scope = new Scope(declarations, registry, reader.complete());
    List<Edge> edges = new ArrayList<>();
    for (Declaration declaration : declarations) {
      ResourceBuilder builder = new ResourceBuilder(declaration, scope, faults, edges);
      List<Resource> made = builder.resources();
      Optional<Placeholder> waiting = builder.placeholder();
      SchemaFaults.check(declaration, made, registry, faults);
      resources.addAll(made);
      waiting.ifPresent(placeholders::add);
    }
    for (Declaration declaration : reader.unnamed()) {
      ResourceBuilder builder = new ResourceBuilder(declaration, scope, faults, new ArrayList<>());
      SchemaFaults.check(declaration, builder.resources(), registry, faults);
    }
    checkVersion(fields, version, declarations);
    CycleCheck.check(scope.names(), edges, faults);
    if (resources.size() > DocumentLimits.RESOURCES) {
      faults.error(
          "Document exceeds a limit",
          "It stands for "
              + resources.size()
              + " resources; a plan may have "
              + DocumentLimits.RESOURCES
              + ".",
          sequence.head());
    }
  }

  private static boolean needsVersionTwo(Reference reference) {
    return reference instanceof Reference.Output output
        && !output.path().root().equals("count")
        && !output.path().root().equals("each");
  }

  /** A build that only knew version 1 would have handed such references to a provider as text. */
  private void checkVersion(Fields fields, int version, List<Declaration> declarations) {
    if (version != 1) {
      return;
    }
    Map<Integer, Text> using = new TreeMap<>();
    for (Declaration declaration : declarations) {
      boolean refers =
          declaration.dynamicExpression() != null
              || References.in(declaration.config().toJson()).stream()
                  .anyMatch(DocumentCheck::needsVersionTwo);
      if (refers) {
        using.put(using.size(), declaration.name());
      }
    }
    if (!using.isEmpty()) {
      SourceRange range =
          fields.value("schema_version").map(Located::range).orElse(SourceRange.NONE);
      Text first = using.get(0);
      faults.add(
          Diagnostic.error(
                  "Plan version is too old for its references",
                  "References to values of other resources need schema_version 2; "
                      + (first == null ? "" : "\"" + first.value() + "\"")
                      + (using.size() > 1 ? " and " + (using.size() - 1) + " more" : "")
                      + " use them.",
                  range)
              .withHint("Write schema_version: 2."));
    }
  }
}
