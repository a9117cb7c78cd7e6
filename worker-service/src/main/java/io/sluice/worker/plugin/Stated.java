package io.sluice.worker.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.value.Value;
import java.util.List;

/** How to find a new object, as its block says. */
public sealed interface Stated {
  /** The id that it would be imported by. */
  record ById(String id) implements Stated {}

  /**
   * What a data source of its provider says when it is asked.
   *
   * @param name what the block calls the data source
   * @param config known throughout
   * @param absent parts of what it refuses with where nothing is there
   * @param picking finds the id in what it says
   */
  record ByData(String type, String name, Value config, List<String> absent, Picking picking)
      implements Stated {
    public ByData {
      absent = List.copyOf(absent);
    }
  }

  /** Evaluates what the block says about the answer of the data source. */
  @FunctionalInterface
  interface Picking {
    Picked of(JsonNode attributes);
  }

  /** What an answer comes to. */
  sealed interface Picked {
    record Id(String id) implements Picked {}

    record Nothing() implements Picked {}

    /**
     * @param why in a sentence
     */
    record Unclear(String why) implements Picked {}
  }
}
