package io.sluice.language.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects the faults of one piece of work, each once. Work goes on after a fault, so that a person
 * sees all of them; what comes out is ordered by file and place, faults without a place first.
 *
 * <p>Holds a bounded number: a file of fifty megabytes of braces has more faults than anyone reads.
 */
public final class Diagnostics {
  /** Beyond this many, faults are counted and no longer kept. */
  public static final int LIMIT = 1_000;

  private static final Comparator<Diagnostic> ORDER =
      Comparator.comparing((Diagnostic d) -> fileOf(d.range()))
          .thenComparingInt(d -> startOf(d.range()));

  private final Set<Diagnostic> kept = new LinkedHashSet<>();
  private boolean errors;
  private int dropped;

  public void add(Diagnostic diagnostic) {
    errors |= diagnostic.isError();
    if (kept.size() < LIMIT) {
      kept.add(diagnostic);
    } else if (!kept.contains(diagnostic)) {
      dropped++;
    }
  }

  public void addAll(Collection<Diagnostic> diagnostics) {
    diagnostics.forEach(this::add);
  }

  public void addAll(Diagnostics other) {
    other.kept.forEach(this::add);
    errors |= other.errors;
    dropped += other.dropped;
  }

  public void error(String summary, String detail, @Nullable SourceRange range) {
    add(Diagnostic.error(summary, detail, range));
  }

  public void error(
      String summary, String detail, @Nullable SourceRange range, @Nullable SourceRange context) {
    add(Diagnostic.error(summary, detail, range).withContext(context));
  }

  public void warning(String summary, String detail, @Nullable SourceRange range) {
    add(Diagnostic.warning(summary, detail, range));
  }

  public boolean hasErrors() {
    return errors;
  }

  /** True once so many were found that further ones are only counted: time to stop looking. */
  public boolean isFull() {
    return kept.size() >= LIMIT;
  }

  /** How many were found beyond the limit. */
  public int dropped() {
    return dropped;
  }

  /** All of them in order. */
  public List<Diagnostic> list() {
    List<Diagnostic> ordered = new ArrayList<>(kept);
    ordered.sort(ORDER);
    return List.copyOf(ordered);
  }

  private static String fileOf(@Nullable SourceRange range) {
    return range == null ? "" : range.file();
  }

  private static int startOf(@Nullable SourceRange range) {
    return range == null ? -1 : range.start();
  }

  @Override
  public String toString() {
    return list().toString();
  }
}
