package io.sluice.sdk;

import java.util.List;

/** Arguments are missing without which no provider could make something of the stack. */
public final class IncompleteStack extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> missing;

  IncompleteStack(String stack, List<String> missing) {
    super(
        "Stack \""
            + stack
            + "\" lacks required arguments: "
            + String.join(", ", missing)
            + ". Set them before the stack is written.");
    this.missing = List.copyOf(missing);
  }

  /** {@code aws_vpc.main.cidr_block} */
  public List<String> missing() {
    return missing;
  }
}
