package io.sluice.cli.render.plan;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** A root output that changes; {@code before} or {@code after} is null where it comes or goes. */
public record ShownOutput(
    String name, @Nullable JsonNode before, @Nullable JsonNode after, boolean sensitive) {}
