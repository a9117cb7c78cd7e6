package io.sluice.cli.render.run;

import io.sluice.cli.render.NodeText;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import java.util.Optional;

/** A node that failed, as the fault that it is: what, where, why, and whether to try again. */
public final class NodeFault {
  private NodeFault() {}

  /**
   * @param place where its block stands, if that is known
   */
  public static Diagnostic of(RunProgress.Trouble trouble, Optional<SourceRange> place) {
    String name = NodeText.of(trouble.node());
    String what = trouble.attempted().isEmpty() ? name : trouble.attempted() + " " + name;
    return Diagnostic.error(what + " failed", trouble.message(), place.orElse(null))
        .withHint(again(trouble.errorClass()));
  }

  /** Whether trying again helps. */
  static String again(String errorClass) {
    return switch (errorClass) {
      case "USER" -> "Trying again does not help: correct the input first.";
      case "PERMANENT" -> "Trying again does not help unless something else changes first.";
      case "TRANSIENT" -> "Trying again may help: all attempts of this run are used up.";
      case "THROTTLED" ->
          "Trying again later helps: the provider asked for fewer calls (a lower --parallelism"
              + " makes fewer).";
      case "FATAL" -> "Nothing at this provider can work until this is fixed.";
      case "FENCED" -> "Trying again helps: another process took over this work.";
      default -> "";
    };
  }
}
