package io.sluice.model.plan;

import io.sluice.model.Address;

/**
 * A value that a node's configuration refers to: {@code text} as it is written between {@code ${}
 * and }}, the live address of the resource that has it, and the field path below that resource
 * ({@code id}, {@code a.b[0]["k"]}; empty for the whole object). {@code module} is the part of the
 * text that names the resource.
 */
public record Reference(String text, String module, Address address, String path) {}
