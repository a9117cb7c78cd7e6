package io.sluice.cli.stack;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one service of a stack stands, for {@code status}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceStanding(
    String role,
    String state,
    @Nullable Integer partitions,
    @Nullable Integer inFlight,
    @Nullable List<Breaker> providers) {

  /** How a provider configuration stands in a worker. */
  public record Breaker(
      String provider, String breaker, int running, int waiting, int limit, long throttled) {}

  public ServiceStanding(
      String role, String state, @Nullable Integer partitions, @Nullable Integer inFlight) {
    this(role, state, partitions, inFlight, null);
  }
}
