package io.sluice.language.config.test;

import io.sluice.language.config.CheckRule;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One {@code run} block.
 *
 * @param applies whether what was planned is applied, too
 * @param providers the file's configurations that the module gets, by what it calls them
 * @param subject what is tested
 * @param expected what is to fail
 */
public record TestRun(
    String name,
    boolean applies,
    Options options,
    SortedMap<String, Expression> variables,
    SortedMap<String, Traversal> providers,
    List<CheckRule> assertions,
    Subject subject,
    List<Traversal> expected,
    List<OverrideBlock> overrides,
    SourceRange range) {
  public TestRun {
    variables = Collections.unmodifiableSortedMap(new TreeMap<>(variables));
    providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
    assertions = List.copyOf(assertions);
    expected = List.copyOf(expected);
    overrides = List.copyOf(overrides);
  }

  public @Nullable Source module() {
    return subject.module();
  }

  /**
   * @param module another one than the module that the files belong to; null for that one
   * @param stateKey which state it works on; null for that of its module
   */
  public record Subject(@Nullable Source module, @Nullable String stateKey) {}

  /** Where another module is. */
  public record Source(String address, SourceRange range) {}

  /**
   * How it is planned.
   *
   * @param refreshOnly only what changed outside is looked at
   */
  public record Options(
      boolean refreshOnly, boolean refresh, List<String> replaces, List<String> targets) {
    public static final Options USUAL = new Options(false, true, List.of(), List.of());

    public Options {
      replaces = List.copyOf(replaces);
      targets = List.copyOf(targets);
    }
  }
}
