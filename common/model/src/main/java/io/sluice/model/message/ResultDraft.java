package io.sluice.model.message;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.TaskError;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link InboxMessage.Result} by name; {@code Result.of} refuses what is missing.
 */
@SuppressWarnings("NullAway.Init") // what is missing is found when it is built
public final class ResultDraft {
  public String run;
  public String node;
  public int attempt;
  public String claimId;
  public Outcome outcome;
  public @Nullable String id;
  public @Nullable JsonNode attributes;
  public @Nullable JsonNode privateData;
  public @Nullable JsonNode desired;
  public List<String> sensitivePaths = List.of();
  public @Nullable TaskError error;
  public int calls;
  public long tookMs;
  public boolean recovered;
  public boolean unchanged;
  public @Nullable String root;
  public @Nullable String worker;
  public boolean existed;
  public List<String> lines = List.of();
  public @Nullable Duration underWay;

  ResultDraft() {}

  InboxMessage.Result built() {
    return new InboxMessage.Result(
        Objects.requireNonNull(run, "run"),
        Objects.requireNonNull(node, "node"),
        attempt,
        Objects.requireNonNull(claimId, "claimId"),
        Objects.requireNonNull(outcome, "outcome"),
        id,
        attributes,
        privateData,
        desired,
        sensitivePaths,
        error,
        calls,
        tookMs,
        recovered,
        unchanged,
        root,
        worker,
        existed,
        lines,
        underWay);
  }
}
