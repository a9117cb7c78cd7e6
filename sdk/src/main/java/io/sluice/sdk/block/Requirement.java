package io.sluice.sdk.block;

/**
 * Where a provider comes from, as {@code required_providers} has it.
 *
 * @param name what resources call it: {@code aws}
 * @param source {@code hashicorp/aws}
 * @param version a constraint: {@code ~> 5.100}
 */
public record Requirement(String name, String source, String version) {}
