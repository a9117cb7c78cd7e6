package io.sluice.planner.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.SourceRange;
import io.sluice.model.Address;
import io.sluice.planner.document.Fields.Text;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One element of {@code resources} as it stands in the document, before it is expanded. */
record Declaration(
    Text name,
    Text type,
    Address address,
    Located config,
    List<Text> dependsOn,
    Multiplicity multiplicity,
    Settings settings) {

  /** How many resources a declaration stands for. */
  sealed interface Multiplicity {}

  record Single() implements Multiplicity {}

  record Counted(int count) implements Multiplicity {}

  /** The values are still text of the document: they may hold references. */
  record Keyed(SortedMap<String, JsonNode> values) implements Multiplicity {
    Keyed {
      values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }
  }

  /** Known only when another node has ended. */
  record Dynamic(boolean counted, Text expression, int maxInstances) implements Multiplicity {}

  String nodeName() {
    return name.value();
  }

  boolean isCounted() {
    return switch (multiplicity) {
      case Single single -> false;
      case Counted counted -> true;
      case Keyed keyed -> false;
      case Dynamic dynamic -> dynamic.counted();
    };
  }

  @Nullable Text dynamicExpression() {
    return multiplicity instanceof Dynamic dynamic ? dynamic.expression() : null;
  }

  int maxInstances() {
    return multiplicity instanceof Dynamic dynamic
        ? dynamic.maxInstances()
        : Placeholder.MAX_INSTANCES;
  }

  SourceRange place() {
    return name.range();
  }
}
