package io.sluice.language.config;

import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.data.DataParser;
import io.sluice.language.syntax.hcl.NativeParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the value of each root variable. Later sources win: the environment, {@code
 * terraform.tfvars} (then {@code .json}, then {@code .yaml}), {@code *.auto.tfvars} by name, the
 * workspace's own file in the folder {@code workspaces}, then the command line in its order. The
 * evaluation applies defaults. A stack's variables are set by its deployment and by the command
 * line.
 */
public final class VariableValues {
  /** A value and where it came from, as messages name it. */
  public record Given(Expression value, String origin) {}

  private static final String WORKSPACES = "workspaces";
  private static final List<String> ENDINGS = List.of(".tfvars", ".tfvars.json", ".tfvars.yaml");
  private static final List<String> PREFIXES = List.of("TF_VAR_", "SLUICE_VAR_");

  private final ConfigurationFiles files;
  private final Map<String, Variable> declared;
  private final Diagnostics diagnostics;
  private final SortedMap<String, Given> values = new TreeMap<>();

  /** Whether values of variables that are not declared count as well. */
  private boolean open;

  private VariableValues(ConfigurationFiles files, Module root, Diagnostics diagnostics) {
    this.files = files;
    this.declared = root.variables();
    this.diagnostics = diagnostics;
  }

  /**
   * The values that are set, by name; reports a variable that has neither a value nor a default.
   */
  public static SortedMap<String, Given> of(
      Module root, ConfigurationFiles files, VariableSources sources, Diagnostics diagnostics) {
    VariableValues reader = new VariableValues(files, root, diagnostics);
    if (root.kind() == Module.Kind.STACK) {
      sources.arguments().forEach(reader::argument);
    } else {
      reader.read(sources);
    }
    reader.tellMissing();
    return reader.values;
  }

  /**
   * The values that are set, by name, of the root's variables and of others; what is missing is
   * somebody else's to say.
   */
  public static SortedMap<String, Given> set(
      Module root, ConfigurationFiles files, VariableSources sources, Diagnostics diagnostics) {
    VariableValues reader = new VariableValues(files, root, diagnostics);
    reader.open = true;
    reader.read(sources);
    return reader.values;
  }

  private void read(VariableSources sources) {
    for (String prefix : PREFIXES) {
      for (String name : declared.keySet()) {
        String value = sources.environment().get(prefix + name);
        if (value != null) {
          text(name, value, "<environment variable " + prefix + name + ">");
        }
      }
    }
    automaticFiles().forEach(path -> file(path, false));
    filesOf(sources.workspace()).forEach(path -> file(path, false));
    sources.arguments().forEach(this::argument);
  }

  private void argument(VariableSources.Argument argument) {
    switch (argument) {
      case VariableSources.ValuesFile file -> file(file.path(), true);
      case VariableSources.Assignment assignment -> assignment(assignment);
      case VariableSources.Deployed deployed ->
          deployed
              .inputs()
              .forEach((name, value) -> values.put(name, new Given(value, value.range().file())));
    }
  }

  private List<String> automaticFiles() {
    List<String> names = files.names(".").orElse(List.of());
    List<String> found = new ArrayList<>();
    for (String ending : ENDINGS) {
      if (names.contains("terraform" + ending)) {
        found.add("terraform" + ending);
      }
    }
    names.stream()
        .filter(name -> ENDINGS.stream().anyMatch(ending -> name.endsWith(".auto" + ending)))
        .sorted()
        .forEach(found::add);
    return found;
  }

  private List<String> filesOf(@Nullable String workspace) {
    List<String> names = files.names(WORKSPACES).orElse(List.of());
    return ENDINGS.stream()
        .map(ending -> workspace + ".auto" + ending)
        .filter(names::contains)
        .map(name -> WORKSPACES + "/" + name)
        .toList();
  }

  private void assignment(VariableSources.Assignment assignment) {
    if (!open && !declared.containsKey(assignment.name())) {
      diagnostics.add(
          Diagnostic.error(
                  "Value for undeclared variable",
                  ("A variable named \"%s\" was assigned on the command line, but the root module"
                          + " does not declare a variable of that name. To use this value, add a"
                          + " \"variable\" block to the configuration.")
                      .formatted(assignment.name()),
                  null)
              .withHint(Suggestions.question(assignment.name(), declared.keySet())));
      return;
    }
    text(assignment.name(), assignment.value(), "<value for var." + assignment.name() + ">");
  }

  /** A value that is text, or for other than simple types an expression. */
  private void text(String name, String value, String origin) {
    Variable variable = declared.get(name);
    SourceFile source = SourceFile.of(origin, value);
    if (variable == null || variable.takesText()) {
      SourceRange range = source.range(0, source.length());
      values.put(name, new Given(new Expression.StringLiteral(value, range), origin));
      return;
    }
    Expression expression = NativeParser.expression(source, diagnostics);
    rejectReferences(expression);
    values.put(name, new Given(expression, origin));
  }

  private void rejectReferences(Expression expression) {
    expression
        .variables()
        .forEach(
            traversal ->
                diagnostics.error(
                    "Variables not allowed", "Variables may not be used here.", traversal.range()));
  }

  private void file(String path, boolean named) {
    Optional<byte[]> bytes = files.read(path);
    if (bytes.isEmpty()) {
      diagnostics.error(
          "Failed to read variables file",
          named
              ? "Given variables file %s does not exist.".formatted(path)
              : "The file %s could not be read.".formatted(path),
          null);
      return;
    }
    SourceFile source = new SourceFile(path, bytes.get());
    Body body = body(source, diagnostics);
    BodySchema.Builder schema = BodySchema.builder();
    schema.literal(declared.keySet().toArray(String[]::new));
    Body.PartialContent partial = body.partialContent(schema.build(), diagnostics);
    for (Attribute attribute : partial.content().attributes().values()) {
      rejectReferences(attribute.expression());
      values.put(attribute.name(), new Given(attribute.expression(), path));
    }
    for (Attribute unknown : partial.rest().justAttributes(diagnostics).values()) {
      if (open) {
        values.put(unknown.name(), new Given(unknown.expression(), path));
        continue;
      }
      diagnostics.add(
          Diagnostic.warning(
                  "Value for undeclared variable",
                  ("The root module does not declare a variable named \"%s\" but a value was found"
                          + " in file \"%s\". If you meant to use this value, add a \"variable\""
                          + " block to the configuration.")
                      .formatted(unknown.name(), path),
                  unknown.nameRange())
              .withHint(Suggestions.question(unknown.name(), declared.keySet())));
    }
  }

  /** A file of values in the syntax that its name tells. */
  static Body body(SourceFile source, Diagnostics diagnostics) {
    String path = source.name();
    if (path.endsWith(".json")) {
      return DataParser.json(source, diagnostics);
    }
    return path.endsWith(".yaml") || path.endsWith(".yml")
        ? DataParser.yaml(source, diagnostics)
        : NativeParser.file(source, diagnostics);
  }

  private void tellMissing() {
    for (Variable variable : declared.values()) {
      if (variable.defaultValue() == null && !values.containsKey(variable.name())) {
        diagnostics.error(
            "No value for required variable",
            ("The root module input variable \"%s\" is not set, and has no default value. Use a"
                    + " -var or -var-file command line option to provide a value for this"
                    + " variable.")
                .formatted(variable.name()),
            variable.range());
      }
    }
  }
}
