package io.sluice.model.plan;

import io.sluice.model.Address;

/**
 * A value that a node's configuration refers to: {@code text} as it is written between {@code ${}
 * and }}, the live address of the resource that has it, and the field path below that resource
 * ({@code id}, {@code a.b[0]["k"]}; empty for the whole object). {@code module} is the part of the
 * text that names the resource.
 */
public record Reference(String text, String module, Address address, String path) {
  private static final String INSTANCES = "[*]";

  /** Which instances there are at addresses of many, with what steps among them gave. */
  public static Reference instances(Address every) {
    return new Reference(every.text(), every.text(), every, INSTANCES);
  }

  /** Whether it asks for the instances, and not for what they are worth. */
  public boolean asksForInstances() {
    return path.equals(INSTANCES);
  }

  /** A value of the resource that {@code text} begins with; the rest of the text is its path. */
  public static Reference to(String text, String module, Address address) {
    String below = text.startsWith(module) ? text.substring(module.length()) : "";
    return new Reference(text, module, address, below.startsWith(".") ? below.substring(1) : below);
  }
}
