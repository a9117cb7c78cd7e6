package io.sluice.cli.stack;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** How one service of a stack stands, for {@code status}. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServiceStanding(
    String role, String state, @Nullable Integer partitions, @Nullable Integer inFlight) {}
