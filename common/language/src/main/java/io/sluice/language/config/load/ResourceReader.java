package io.sluice.language.config.load;

import io.sluice.language.config.Additions;
import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Resource;
import io.sluice.language.config.Resource.Lifecycle;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Expression.TupleConstructor;
import io.sluice.language.syntax.Traversal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code resource}, {@code data} and {@code ephemeral} blocks. */
final class ResourceReader {
  private final Reading reading;
  private final Diagnostics diagnostics;

  ResourceReader(Reading reading) {
    this.reading = reading;
    this.diagnostics = reading.diagnostics();
  }

  Resource read(Block block, ResourceMode mode) {
    ResourceName name = new ResourceName(mode, block.labels().get(0), block.labels().get(1));
    String summary = mode == ResourceMode.MANAGED ? "resource" : mode.block() + " source";
    reading.checkName(
        name.type(), "Invalid %s type".formatted(summary), block.labelRanges().get(0));
    reading.checkName(
        name.name(), "Invalid %s name".formatted(summary), block.labelRanges().get(1));
    Body.PartialContent partial =
        block
            .body()
            .partialContent(
                mode == ResourceMode.MANAGED ? Schemas.RESOURCE : Schemas.DATA, diagnostics);
    BodyContent content = partial.content();
    List<Block> provisioners = provisioners(content);
    return new Resource(
        name,
        reading.repetition(content),
        partial.rest(),
        reading.reference(Reading.expression(content, "provider")),
        reading.references(content.attribute("depends_on")),
        lifecycle(content, mode),
        provisioners,
        block.headerRange());
  }

  private List<Block> provisioners(BodyContent content) {
    List<Block> usable = new ArrayList<>();
    for (Block block : content.blocks("provisioner")) {
      String type = block.labels().getFirst();
      if (type.equals("local-exec")) {
        usable.add(block);
      } else {
        diagnostics.error(
            "Unsupported provisioner",
            ("Only \"local-exec\" provisioners are supported, not \"%s\". For commands on another"
                    + " machine, use a step or build them into the machine's image.")
                .formatted(type),
            block.headerRange());
      }
    }
    return usable;
  }

  private Lifecycle lifecycle(BodyContent resource, ResourceMode mode) {
    Body body = Additions.single(resource, "lifecycle", diagnostics);
    if (body == null) {
      return Lifecycle.NONE;
    }
    BodyContent content = body.content(Schemas.LIFECYCLE, diagnostics);
    if (mode != ResourceMode.MANAGED) {
      for (Attribute attribute : content.attributes().values()) {
        diagnostics.error(
            "Invalid %s resource lifecycle argument".formatted(mode.block()),
            "The lifecycle argument \"%s\" is defined only for managed resources (\"resource\" blocks), and is not valid for %s resources."
                .formatted(attribute.name(), mode.block()),
            attribute.nameRange());
      }
    }
    Attribute ignore = content.attribute("ignore_changes");
    boolean all = ignore != null && isAll(ignore.expression());
    return new Lifecycle(
        reading.bool(content, "create_before_destroy", false),
        reading.bool(content, "prevent_destroy", false),
        all,
        ignore == null || all ? List.of() : paths(ignore),
        triggers(content),
        rules(content.blocks("precondition")),
        rules(content.blocks("postcondition")));
  }

  private static boolean isAll(Expression expression) {
    return expression instanceof ScopeTraversal scope
        && scope.traversal().root().equals("all")
        && scope.traversal().steps().isEmpty();
  }

  private List<Traversal> paths(Attribute ignore) {
    if (ignore.expression() instanceof TupleConstructor list
        && list.elements().stream().anyMatch(each -> "*".equals(Reading.text(each)))) {
      diagnostics.error(
          "Invalid ignore_changes wildcard",
          "The form [\"*\"] is no longer valid. Write \"ignore_changes = all\" to ignore changes of"
              + " all attributes.",
          ignore.expression().range());
      return List.of();
    }
    return reading.references(ignore);
  }

  private static List<Expression> triggers(BodyContent content) {
    Attribute attribute = content.attribute("replace_triggered_by");
    return attribute != null && attribute.expression() instanceof TupleConstructor list
        ? list.elements()
        : List.of();
  }

  /** Conditions with what is said when they don't hold. */
  List<CheckRule> rules(List<Block> blocks) {
    List<CheckRule> rules = new ArrayList<>();
    for (Block block : blocks) {
      BodyContent content = block.body().content(Schemas.CONDITION, diagnostics);
      Expression condition = Reading.expression(content, "condition");
      Expression message = Reading.expression(content, "error_message");
      rejectConstant(block.type(), condition);
      if (condition != null && message != null) {
        rules.add(new CheckRule(condition, message, block.headerRange()));
      }
    }
    return rules;
  }

  private void rejectConstant(String type, @Nullable Expression condition) {
    if (condition != null
        && !(condition instanceof Expression.Missing)
        && condition.variables().isEmpty()) {
      diagnostics.error(
          "Invalid %s expression".formatted(type),
          "The condition expression must refer to at least one object from elsewhere in the"
              + " configuration, or else its result would not be checking anything.",
          condition.range());
    }
  }
}
