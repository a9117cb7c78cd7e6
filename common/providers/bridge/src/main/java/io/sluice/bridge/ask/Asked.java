package io.sluice.bridge.ask;

/** A question with the provider that it is for. */
public record Asked(ProviderUse provider, Question question) {}
