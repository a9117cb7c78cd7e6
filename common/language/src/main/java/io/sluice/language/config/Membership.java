package io.sluice.language.config;

import io.sluice.language.source.SourceRange;
import io.sluice.model.plan.OnChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code sluice} block of a root module: its workspace's name, and its place among other
 * workspaces.
 *
 * @param workspace the workspace's name; null if the block gives none
 * @param after the workspaces that come before it
 * @param onChange what becomes of it when outputs that it reads have changed; null if the block
 *     does not say
 */
public record Membership(
    @Nullable String workspace, List<Predecessor> after, @Nullable OnChange onChange) {
  public static final Membership UNSAID = new Membership(null, List.of(), null);

  public Membership {
    after = List.copyOf(after);
  }

  /** A workspace that the block names, and where it does. */
  public record Predecessor(String workspace, SourceRange range) {}

  /** A module may have several such blocks: the last name counts, and the last word on changes. */
  public Membership and(Membership other) {
    List<Predecessor> all = new ArrayList<>(after);
    all.addAll(other.after);
    return new Membership(
        other.workspace == null ? workspace : other.workspace,
        all,
        other.onChange == null ? onChange : other.onChange);
  }
}
