package io.sluice.language.config.test;

import io.sluice.language.syntax.Expression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A file of tests.
 *
 * @param path relative to the root module
 * @param variables for every run
 * @param providers by what {@code provider = …} calls them; mocked ones among them
 * @param overrides for every run
 */
public record TestFile(
    String path,
    SortedMap<String, Expression> variables,
    SortedMap<String, TestProvider> providers,
    List<OverrideBlock> overrides,
    List<TestRun> runs) {
  public TestFile {
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
    overrides = List.copyOf(overrides);
    runs = List.copyOf(runs);
  }

  /** What is overridden in a run: its own overrides come first. */
  public List<OverrideBlock> overrides(TestRun run) {
    List<OverrideBlock> all = new ArrayList<>(run.overrides());
    all.addAll(overrides);
    return all;
  }
}
