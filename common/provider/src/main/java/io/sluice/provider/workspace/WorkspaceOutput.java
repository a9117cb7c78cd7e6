package io.sluice.provider.workspace;

import com.fasterxml.jackson.databind.JsonNode;

/** An output of a workspace's root module, in clear. */
public record WorkspaceOutput(JsonNode value, boolean sensitive) {}
