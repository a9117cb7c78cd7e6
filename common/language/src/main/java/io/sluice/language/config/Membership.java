package io.sluice.language.config;

import io.sluice.language.source.SourceRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a root module says of its workspace among the others: its {@code sluice} block.
 *
 * @param workspace what its workspace is called; null where it does not say
 * @param after the workspaces that come before it
 */
public record Membership(@Nullable String workspace, List<Predecessor> after) {
  public static final Membership UNSAID = new Membership(null, List.of());

  public Membership {
    after = List.copyOf(after);
  }

  /** A workspace that is named, and where. */
  public record Predecessor(String workspace, SourceRange range) {}

  /** A module may say it in several blocks: the last name counts. */
  public Membership and(Membership other) {
    List<Predecessor> all = new ArrayList<>(after);
    all.addAll(other.after);
    return new Membership(other.workspace == null ? workspace : other.workspace, all);
  }
}
