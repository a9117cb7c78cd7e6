package io.sluice.stacks.deployment;

import io.sluice.language.config.load.Reading;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.Expression;
import io.sluice.model.time.DurationText;
import io.sluice.stacks.deployment.DeploymentRollout.HoldingCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a rollout block, whose values have to be in the text. */
final class RolloutReader {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,5}");
  private static final Pattern PART = Pattern.compile("(?:[1-9][0-9]?|100)%");
  private static final Pattern ADDRESS = Pattern.compile("https?://\\S+");
  private static final int MOST_FAILURES = 1_000_000;

  private final Diagnostics diagnostics;
  private final Reading reading;

  RolloutReader(Diagnostics diagnostics) {
    this.diagnostics = diagnostics;
    this.reading = new Reading(diagnostics);
  }

  DeploymentRollout read(String name, Block block) {
    BodyContent content = block.body().content(DeploymentSchemas.ROLLOUT, diagnostics);
    return new DeploymentRollout(
        name,
        reading.references(content.attribute("deployments")),
        reading.references(content.attribute("canary")),
        texts(
            content.attribute("waves"),
            text -> NUMBER.matcher(text).matches() || PART.matcher(text).matches(),
            "Invalid size of a wave",
            "A size is a whole number from 1, or a part of all deployments from \"1%\" to"
                + " \"100%\"."),
        maxFailures(content.attribute("max_failures")),
        reading.bool(content, "pause", false),
        goesBack(content.attribute("on_failure")),
        check(content.blocks("check")),
        block.headerRange());
  }

  private @Nullable HoldingCheck check(List<Block> blocks) {
    if (blocks.isEmpty()) {
      return null;
    }
    if (blocks.size() > 1) {
      diagnostics.error(
          "Duplicate check block",
          "A rollout has one check, already written at %s."
              .formatted(blocks.getFirst().headerRange()),
          blocks.get(1).headerRange());
    }
    Block block = blocks.getFirst();
    BodyContent content = block.body().content(DeploymentSchemas.ROLLOUT_CHECK, diagnostics);
    List<String> urls =
        texts(
            content.attribute("urls"),
            text -> ADDRESS.matcher(text).matches(),
            "Invalid address",
            "A check asks an address that begins with http:// or https://.");
    String output = reading.string(content, "output");
    if (content.attribute("urls") == null && output.isEmpty()) {
      diagnostics.error(
          "Empty check",
          "A check names addresses (urls), an output that must be true (output), or both.",
          block.headerRange());
    }
    return new HoldingCheck(urls, output, hold(content));
  }

  private Duration hold(BodyContent content) {
    Attribute attribute = content.attribute("hold");
    String text = reading.string(content, "hold");
    if (attribute == null || text.isEmpty()) {
      return Duration.ZERO;
    }
    return switch (DurationText.parse(text)) {
      case DurationText.Good good -> good.duration();
      case DurationText.Bad bad -> {
        diagnostics.error(
            "Invalid duration",
            "\"%s\" %s: write it like \"10m\".".formatted(text, bad.why()),
            attribute.expression().range());
        yield Duration.ZERO;
      }
    };
  }

  private boolean goesBack(@Nullable Attribute attribute) {
    if (attribute == null) {
      return false;
    }
    String text = Reading.text(attribute.expression());
    if (!"stop".equals(text) && !"roll_back".equals(text)) {
      diagnostics.error(
          "Invalid consequence of a failure",
          "on_failure is \"stop\" or \"roll_back\".",
          attribute.expression().range());
    }
    return "roll_back".equals(text);
  }

  private int maxFailures(@Nullable Attribute attribute) {
    if (attribute == null) {
      return 0;
    }
    if (attribute.expression() instanceof Expression.NumberLiteral number
        && number.value().stripTrailingZeros().scale() <= 0
        && number.value().signum() >= 0
        && number.value().intValue() <= MOST_FAILURES) {
      return number.value().intValue();
    }
    diagnostics.error(
        "Invalid number of failures",
        "max_failures is a whole number from 0: so many deployments may fail.",
        attribute.expression().range());
    return 0;
  }

  /** A list of texts and numbers without references. */
  private List<String> texts(
      @Nullable Attribute attribute, Predicate<String> isGood, String summary, String rule) {
    if (attribute == null) {
      return List.of();
    }
    if (!(attribute.expression() instanceof Expression.TupleConstructor list)) {
      diagnostics.error(
          "Invalid expression",
          "A list is required, whose elements are written out.",
          attribute.expression().range());
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (Expression element : list.elements()) {
      String text = text(element);
      if (text != null && isGood.test(text)) {
        texts.add(text);
      } else {
        SourceRange range = element.range();
        diagnostics.error(summary, rule, range);
      }
    }
    return texts;
  }

  private static @Nullable String text(Expression element) {
    return element instanceof Expression.NumberLiteral number
        ? number.value().toPlainString()
        : Reading.text(element);
  }
}
