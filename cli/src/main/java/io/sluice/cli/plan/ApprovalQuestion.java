package io.sluice.cli.plan;

import io.sluice.cli.terminal.Terminal;

/**
 * The question before a plan is carried out.
 *
 * @param asks its first line
 * @param note lines between the question and how to answer it, each with its end; may be empty
 * @param otherwise what any other answer does, where it does more than nothing
 */
public record ApprovalQuestion(String asks, String note, String otherwise) {
  public static ApprovalQuestion toPerform(String workspace) {
    return new ApprovalQuestion(
        "Do you want to perform these actions in workspace \"" + workspace + "\"?", "", "");
  }

  public static ApprovalQuestion toDestroy(String workspace) {
    return new ApprovalQuestion(
        "Do you really want to destroy all resources in workspace \"" + workspace + "\"?", "", "");
  }

  public ApprovalQuestion noting(String lines) {
    return new ApprovalQuestion(asks, lines, otherwise);
  }

  public ApprovalQuestion otherwise(String consequence) {
    return new ApprovalQuestion(asks, note, consequence);
  }

  /** Whether the person approves. */
  public boolean ask(Terminal terminal) {
    String how =
        "  Only 'yes' will be accepted to approve"
            + (otherwise.isEmpty() ? "" : "; " + otherwise)
            + ".\n\n  Enter a value: ";
    return terminal.ask(asks + "\n" + note + how).equals("yes");
  }
}
