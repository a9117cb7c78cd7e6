package io.sluice.language.config.load;

import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Moved;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Declarations.Removed;
import io.sluice.language.config.Declarations.RequiredProvider;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Membership;
import io.sluice.language.config.Repetition;
import io.sluice.language.expression.type.TypeConstraint;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Expression.TupleConstructor;
import io.sluice.language.syntax.SubExpressions;
import io.sluice.language.syntax.Traversal;
import io.sluice.model.CallKind;
import io.sluice.model.WorkspaceName;
import io.sluice.model.plan.OnChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the blocks that are not resources. */
public final class BlockReader {
  private static final Set<String> RESERVED =
      Set.of(
          "source",
          "version",
          "providers",
          "count",
          "for_each",
          "lifecycle",
          "depends_on",
          "locals");

  private final Reading reading;
  private final RequiredProviders requirements;
  private final ResourceReader resources;
  private final Diagnostics diagnostics;

  BlockReader(Reading reading, ResourceReader resources) {
    this.reading = reading;
    this.resources = resources;
    this.diagnostics = reading.diagnostics();
    this.requirements = new RequiredProviders(diagnostics);
  }

  /** Of the blocks that stacks have, too. */
  public static BlockReader of(Reading reading) {
    return new BlockReader(reading, new ResourceReader(reading));
  }

  public Variable variable(Block block) {
    String name = block.labels().getFirst();
    SourceRange nameRange = block.labelRanges().getFirst();
    if (reading.checkName(name, "Invalid variable name", nameRange) && RESERVED.contains(name)) {
      diagnostics.error(
          "Invalid variable name",
          "The variable name \"%s\" is reserved due to its special meaning inside module blocks."
              .formatted(name),
          nameRange);
    }
    BodyContent content = block.body().content(Schemas.VARIABLE, diagnostics);
    Expression type = Reading.expression(content, "type");
    TypeConstraint constraint =
        type == null
            ? TypeConstraint.ANY
            : TypeConstraint.parse(type, diagnostics).orElse(TypeConstraint.ANY);
    Expression defaultValue = Reading.expression(content, "default");
    if (defaultValue != null) {
      rejectVariables(defaultValue);
      rejectCalls(defaultValue);
    }
    return new Variable(
        name,
        constraint,
        type == null || constraint.type().isPrimitive(),
        defaultValue,
        reading.string(content, "description"),
        reading.bool(content, "sensitive", false),
        reading.bool(content, "nullable", true),
        reading.bool(content, "ephemeral", false),
        resources.rules(content.blocks("validation")),
        block.headerRange());
  }

  void rejectVariables(Expression constant) {
    for (Traversal traversal : constant.variables()) {
      diagnostics.error(
          "Variables not allowed", "Variables may not be used here.", traversal.range());
    }
  }

  private void rejectCalls(Expression constant) {
    if (constant instanceof Expression.FunctionCall call) {
      diagnostics.error(
          "Function calls not allowed", "Functions may not be called here.", call.range());
      return;
    }
    SubExpressions.of(constant).forEach(this::rejectCalls);
  }

  Output output(Block block) {
    String name = block.labels().getFirst();
    reading.checkName(name, "Invalid output name", block.labelRanges().getFirst());
    BodyContent content = block.body().content(Schemas.OUTPUT, diagnostics);
    for (Block post : content.blocks("postcondition")) {
      diagnostics.error(
          "Postconditions are not allowed",
          "Output values can only have preconditions, not postconditions.",
          post.headerRange());
    }
    return new Output(
        name,
        TypeConstraint.ANY,
        Reading.expression(content, "value"),
        reading.string(content, "description"),
        reading.bool(content, "sensitive", false),
        reading.bool(content, "ephemeral", false),
        reading.references(content.attribute("depends_on")),
        resources.rules(content.blocks("precondition")),
        block.headerRange());
  }

  ModuleCall call(Block block) {
    String name = block.labels().getFirst();
    reading.checkName(name, "Invalid module instance name", block.labelRanges().getFirst());
    Body.PartialContent partial = block.body().partialContent(Schemas.MODULE, diagnostics);
    BodyContent content = partial.content();
    for (Block reserved : content.blocks()) {
      diagnostics.error(
          "Reserved block type name in module block",
          "The block type name \"%s\" is reserved for use by Terraform in a future version."
              .formatted(reserved.type()),
          reserved.typeRange());
    }
    Attribute source = content.attribute("source");
    String address = reading.string(content, "source");
    String version = reading.string(content, "version");
    if (source != null && !version.isEmpty() && ModulePaths.isLocal(address)) {
      diagnostics.error(
          "Invalid registry module source address",
          ("The argument \"version\" applies only to modules of a registry, and \"%s\" is a local"
                  + " directory. Remove \"version\".")
              .formatted(address),
          source.expression().range());
    }
    return new ModuleCall(
        CallKind.MODULE,
        name,
        address,
        version,
        reading.repetition(content),
        partial.rest(),
        providers(content),
        reading.references(content.attribute("depends_on")),
        source == null ? block.headerRange() : source.expression().range(),
        block.headerRange());
  }

  private Map<String, HandedProvider> providers(BodyContent content) {
    Map<String, HandedProvider> found = new TreeMap<>();
    Expression expression = Reading.expression(content, "providers");
    if (expression instanceof ObjectConstructor object) {
      for (ObjectConstructor.Item item : object.items()) {
        Traversal value = reading.reference(item.value());
        String key =
            item.key() instanceof ScopeTraversal scope
                ? scope.traversal().toString()
                : Reading.text(item.key());
        if (value != null && key != null) {
          found.put(key, new HandedProvider(value, null));
        }
      }
    } else if (expression != null && !(expression instanceof Expression.Missing)) {
      diagnostics.error(
          "Invalid expression", "A static map expression is required.", expression.range());
    }
    return found;
  }

  Step step(Block block) {
    BodyContent content = block.body().content(Schemas.STEP, diagnostics);
    List<Block> arguments = content.blocks("arguments");
    if (arguments.size() > 1) {
      diagnostics.error(
          "Duplicate arguments block",
          "A step can have only one block of arguments.",
          arguments.get(1).headerRange());
    }
    reading.checkName(block.labels().get(1), "Invalid step name", block.labelRanges().get(1));
    return new Step(
        block.labels().get(0),
        block.labels().get(1),
        reading.repetition(content),
        reading.references(content.attribute("depends_on")),
        arguments.isEmpty() ? null : arguments.getFirst().body(),
        block.headerRange());
  }

  ProviderConfiguration provider(Block block) {
    Body.PartialContent partial = block.body().partialContent(Schemas.PROVIDER, diagnostics);
    String alias = reading.string(partial.content(), "alias");
    return new ProviderConfiguration(
        block.labels().getFirst(),
        alias.isEmpty() ? null : alias,
        reading.string(partial.content(), "version"),
        new Repetition.Single(),
        partial.rest(),
        block.headerRange());
  }

  /** What a module says of its workspace. */
  Membership membership(Block block) {
    BodyContent content = block.body().content(Schemas.SLUICE, diagnostics);
    String name = reading.string(content, "workspace");
    if (!name.isEmpty()) {
      checkWorkspace(name, block.headerRange());
    }
    List<Membership.Predecessor> after = new ArrayList<>();
    Expression list = Reading.expression(content, "after");
    if (list instanceof TupleConstructor names) {
      for (Expression each : names.elements()) {
        String text = Reading.text(each);
        if (text == null) {
          noName(each);
        } else if (checkWorkspace(text, each.range())) {
          after.add(new Membership.Predecessor(text, each.range()));
        }
      }
    } else if (list != null && !(list instanceof Expression.Missing)) {
      noName(list);
    }
    return new Membership(name.isEmpty() ? null : name, after, onChange(content));
  }

  private @Nullable OnChange onChange(BodyContent content) {
    String word = reading.string(content, "on_change");
    Optional<OnChange> said = OnChange.named(word);
    Attribute attribute = content.attribute("on_change");
    if (said.isEmpty() && !word.isEmpty() && attribute != null) {
      diagnostics.error(
          "Invalid value for on_change",
          "\"%s\" is none: notify, plan or apply says what becomes of this workspace when outputs that it reads have changed."
              .formatted(word),
          attribute.expression().range());
    }
    return said.orElse(null);
  }

  private boolean checkWorkspace(String name, SourceRange range) {
    if (!WorkspaceName.isValid(name)) {
      diagnostics.error(
          "Invalid workspace name",
          "\"%s\" is none. %s".formatted(name, WorkspaceName.RULE),
          range);
      return false;
    }
    return true;
  }

  private void noName(Expression expression) {
    diagnostics.error(
        "Invalid expression",
        "A list of names of workspaces is required, each a string without references.",
        expression.range());
  }

  /** Whether a provider is not to be asked while parts of its configuration are unknown. */
  boolean defersUnknownProviders(Block block) {
    BodyContent content = block.body().partialContent(Schemas.SLUICE, diagnostics).content();
    return reading.bool(content, Schemas.DEFER_UNKNOWN_PROVIDERS, false);
  }

  /** A module says once what it requires; an override file may say it again. */
  public void requiredProviders(Block block, Map<String, RequiredProvider> required) {
    requirements.add(block, required);
  }

  Optional<Moved> moved(Block block) {
    BodyContent content = block.body().content(Schemas.MOVED, diagnostics);
    Traversal from = reading.reference(Reading.expression(content, "from"));
    Traversal to = reading.reference(Reading.expression(content, "to"));
    return from == null || to == null
        ? Optional.empty()
        : Optional.of(new Moved(from, to, block.headerRange()));
  }

  Optional<Removed> removed(Block block) {
    BodyContent content = block.body().content(Schemas.REMOVED, diagnostics);
    Traversal from = reading.reference(Reading.expression(content, "from"));
    boolean destroy = true;
    for (Block lifecycle : content.blocks("lifecycle")) {
      BodyContent inner = lifecycle.body().content(Schemas.REMOVED_LIFECYCLE, diagnostics);
      destroy = reading.bool(inner, "destroy", true);
    }
    return from == null
        ? Optional.empty()
        : Optional.of(new Removed(from, destroy, block.headerRange()));
  }

  Optional<Import> imported(Block block) {
    BodyContent content = block.body().content(Schemas.IMPORT, diagnostics);
    Expression to = Reading.expression(content, "to");
    Expression id = Reading.expression(content, "id");
    Expression identity = Reading.expression(content, "identity");
    if (to == null) {
      return Optional.empty();
    }
    if ((id == null) == (identity == null)) {
      diagnostics.error(
          id == null ? "Missing import argument" : "Invalid combination of \"id\" and \"identity\"",
          "An import block needs either \"id\" or \"identity\" to say which object it means.",
          block.headerRange());
      return Optional.empty();
    }
    return Optional.of(
        new Import(
            to,
            id == null ? identity : id,
            identity != null,
            Reading.expression(content, "for_each"),
            reading.reference(Reading.expression(content, "provider")),
            block.headerRange()));
  }
}
