package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.FileTrouble;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.model.NodeId;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.limit.Limits;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.planning.secret.SealedLiterals;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Keyring;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A plan document as a file: read, and checked with the planner's own check before anything is
 * sent.
 *
 * @param name as the person wrote it, for messages
 */
public record PlanFile(
    String name, byte[] bytes, CheckedDocument document, ProviderRegistry registry) {
  private static final long LARGEST = Limits.STANDARD.bytes().submission();
  private static final Pattern KEY = Pattern.compile("(?m)^schema_version[ \\t]*:");

  private static final String SHAPE =
      "A plan document is JSON or YAML, such as: {schema_version: 2, workspace: default, resources:"
          + " [{name: a, type: local_file, config: {filename: a.txt, content: hello}}]}";
  private static final String EXAMPLE = "examples/first/plan.yaml is one.";

  public static PlanFile checked(Invocation invocation, String name, boolean allowEmpty) {
    byte[] bytes = read(invocation, name);
    requireText(name, bytes);
    return checked(name, bytes, KnownProviders.of(invocation), allowEmpty);
  }

  private static PlanFile checked(
      String name, byte[] bytes, ProviderRegistry registry, boolean allowEmpty) {
    DocumentCheck.Outcome outcome =
        DocumentCheck.check(bytes, name, registry, new DocumentCheck.Options(allowEmpty));
    return switch (outcome) {
      case DocumentCheck.Checked checked -> new PlanFile(name, bytes, checked.document(), registry);
      case DocumentCheck.Faulty faulty -> throw new Fault(faulty.diagnostics());
    };
  }

  /** The same document without its resources, which deletes what it made, as a run of its own. */
  public PlanFile emptied() {
    ObjectNode empty = document.tree().deepCopy();
    empty.remove("submission_id");
    empty.putArray("resources");
    return checked(name, Json.encode(empty), registry, true);
  }

  /** For a command that takes a configuration. */
  static Fault unsuited(Invocation invocation, String name) {
    return Fault.of(
        name + " is a plan document",
        "This command takes a configuration, or what `sluice plan --out` saved.",
        "`%s` applies it, and `%s` destroys what it made."
            .formatted(
                invocation.command("submit", name),
                invocation.command("submit", "--destroy", name)));
  }

  /** Where the resource stands that a node is made from: names are unique in a document. */
  public Optional<SourceRange> place(String node) {
    String resource = NodeId.parse(node).subject().name();
    String text = new String(bytes, StandardCharsets.UTF_8);
    Matcher named =
        Pattern.compile(
                "\\bname[\"']?[ \\t]*:[ \\t]*[\"']?" + Pattern.quote(resource) + "(?![\\w.-])")
            .matcher(text);
    if (!named.find()) {
      return Optional.empty();
    }
    int start = text.substring(0, named.start()).getBytes(StandardCharsets.UTF_8).length;
    int length = named.group().getBytes(StandardCharsets.UTF_8).length;
    return Optional.of(SourceFile.of(name, text).range(start, start + length));
  }

  /** Whether bytes look like a plan document, right or wrong in itself. */
  public static boolean is(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.stripLeading().startsWith("{") ? isObject(bytes) : KEY.matcher(text).find();
  }

  private static boolean isObject(byte[] bytes) {
    try {
      return Json.tree(bytes).has("schema_version");
    } catch (MalformedMessage e) {
      return false;
    }
  }

  /** The name of a plan document among a directory's files. */
  public static Optional<String> in(Path directory) {
    return Stream.of("plan.yaml", "plan.yml", "plan.json")
        .filter(name -> is(directory.resolve(name)))
        .findFirst();
  }

  static boolean is(Path file) {
    try {
      return Files.isRegularFile(file)
          && Files.size(file) <= LARGEST
          && is(Files.readAllBytes(file));
    } catch (IOException e) {
      return false;
    }
  }

  /** What no eye can read is not shown, and what is empty can't be: one that is right is. */
  private static void requireText(String name, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean empty = text.lines().map(String::strip).allMatch(PlanFile::saysNothing);
    boolean binary = text.indexOf(0) >= 0;
    if (empty || binary) {
      throw Fault.of(name + (empty ? " is empty" : " is not text"), SHAPE, EXAMPLE);
    }
  }

  private static boolean saysNothing(String line) {
    return line.isEmpty() || line.startsWith("#") || line.equals("---");
  }

  private static Fault missing(Invocation invocation, String name) {
    return Fault.of(
        "No such file: " + name,
        "Looked in " + invocation.directory() + ".",
        NearbyFiles.nearest(invocation.directory(), name)
            .map(near -> "Did you mean " + near + "?")
            .orElse(""));
  }

  private static byte[] read(Invocation invocation, String name) {
    try {
      if (name.equals("-")) {
        return invocation.terminal().in().readAllBytes();
      }
      Path file = invocation.resolve(name);
      if (Files.isDirectory(file)) {
        throw Fault.of(
            name + " is a directory",
            "submit takes a plan document, JSON or YAML.",
            in(file)
                .map(found -> Path.of(name).resolve(found).toString())
                .map(found -> "`" + invocation.command("submit", found) + "` takes the one in it.")
                .orElse("Name a file in it."));
      }
      if (Files.size(file) > LARGEST) {
        throw Fault.of(
            name + " is too large",
            "It has %,d bytes; a plan document may have %,d.".formatted(Files.size(file), LARGEST),
            "Split it by workspace.");
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw missing(invocation, name).because(e);
    } catch (IOException e) {
      throw FileTrouble.reading(invocation.resolve(name), e)
          .fault(name + " can't be read")
          .because(e);
    }
  }

  /**
   * The document as it is, unless it has to have another workspace written into it, or secrets that
   * must not be readable in the topic that it goes to.
   *
   * @param key asked only where there is a place for a secret; empty where this machine has none
   */
  public byte[] bytesFor(@Nullable String workspace, Supplier<Optional<Keyring>> key) {
    String named = workspace == null ? document.workspace() : workspace;
    JsonNode sealed =
        SealedLiterals.mayBeIn(document, registry)
            ? key.get()
                .map(known -> SealedLiterals.of(document, registry, known.sealer(), named))
                .orElse(document.tree())
            : document.tree();
    if (named.equals(document.workspace()) && sealed.equals(document.tree())) {
      return bytes;
    }
    ObjectNode changed = sealed.deepCopy();
    return Json.encode(changed.put("workspace", named));
  }
}
