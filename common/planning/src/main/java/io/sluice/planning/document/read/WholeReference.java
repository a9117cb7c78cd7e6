package io.sluice.planning.document.read;

import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.language.substitution.Reference;
import io.sluice.language.substitution.References;
import java.util.List;

/** A string that is exactly one reference to another node's value. */
final class WholeReference {
  private WholeReference() {}

  static boolean is(String text) {
    List<Reference> found = References.in(TextNode.valueOf(text));
    return text.startsWith("${")
        && text.endsWith("}")
        && found.size() == 1
        && !(found.getFirst() instanceof Reference.Variable);
  }
}
