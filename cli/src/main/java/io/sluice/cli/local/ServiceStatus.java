package io.sluice.cli.local;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.cli.render.run.StatusText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The status of one service of a deployment, for {@code status}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceStatus(
    String role,
    String state,
    @Nullable Integer partitions,
    @Nullable Integer inFlight,
    @Nullable List<StatusText.Breaker> providers) {
  static final String RUNNING = "running";

  public ServiceStatus(
      String role, String state, @Nullable Integer partitions, @Nullable Integer inFlight) {
    this(role, state, partitions, inFlight, null);
  }

  boolean isRunning() {
    return state.equals(RUNNING);
  }
}
