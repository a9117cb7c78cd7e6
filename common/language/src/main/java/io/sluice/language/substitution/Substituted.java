package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The outcome of a substitution. */
public sealed interface Substituted {
  /**
   * @param tree a deep copy that shares nothing with the input
   * @param secretPaths JSON pointers, in the order of the walk, of everything that a variable or a
   *     sensitive value went into: to be sealed before it leaves the worker
   */
  record Resolved(JsonNode tree, List<String> secretPaths) implements Substituted {
    public Resolved {
      secretPaths = List.copyOf(secretPaths);
    }
  }

  /** The kinds of failure; each is permanent. */
  enum Reason {
    MALFORMED,
    UNKNOWN_VARIABLE,
    UNKNOWN_REFERENCE,
    NO_SUCH_FIELD,
    NOT_TEXT,
    EXPRESSION_FAILED
  }

  /**
   * The first reference that cannot be resolved; always the same one for the same input.
   *
   * @param reference its text, without <code>${ }</code> unless it is malformed
   * @param where JSON pointer of the string that holds it
   */
  record Unresolved(String reference, Reason reason, String detail, String where)
      implements Substituted {
    /** One sentence for people. For UNKNOWN_VARIABLE the worker adds its own name. */
    public String message() {
      return (where.isEmpty() ? "" : "at " + where + ": ") + detail;
    }
  }
}
