package io.sluice.bridge.schema;

/** The schema of a resource, data source, ephemeral resource or of the provider's configuration. */
public record TypeSchema(long version, Block block) {}
