package io.sluice.planning.document.read;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.SourceRange;
import io.sluice.model.Address;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Settings;
import io.sluice.planning.document.read.Fields.Text;
import io.sluice.planning.document.text.Located;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One element of {@code resources} as it is in the document, before it is expanded. */
public record Declaration(
    Text name,
    Text type,
    Address address,
    Located config,
    List<Text> dependsOn,
    Multiplicity multiplicity,
    Settings settings) {

  /** How many resources a declaration stands for. */
  sealed interface Multiplicity {}

  public record Single() implements Multiplicity {}

  public record Counted(int count) implements Multiplicity {}

  /** The values are still text of the document: they may hold references. */
  public record Keyed(SortedMap<String, JsonNode> values) implements Multiplicity {
    public Keyed {
      values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }
  }

  /** Known only when another node has ended. */
  public record Dynamic(boolean counted, Text expression, int maxInstances)
      implements Multiplicity {}

  public String nodeName() {
    return name.value();
  }

  public boolean isCounted() {
    return switch (multiplicity) {
      case Single single -> false;
      case Counted counted -> true;
      case Keyed keyed -> false;
      case Dynamic dynamic -> dynamic.counted();
    };
  }

  public @Nullable Text dynamicExpression() {
    return multiplicity instanceof Dynamic dynamic ? dynamic.expression() : null;
  }

  public int maxInstances() {
    return multiplicity instanceof Dynamic dynamic
        ? dynamic.maxInstances()
        : Placeholder.MAX_INSTANCES;
  }

  public SourceRange place() {
    return name.range();
  }
}
