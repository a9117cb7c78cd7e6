package io.sluice.worker.secret;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Sealed values, as far as an execution needs them. */
public interface Vault {
  /** A copy of the tree in which everything sealed is in clear. */
  JsonNode open(String workspace, JsonNode tree);

  /** The secrets that sealed texts of the tree were made of. */
  Set<String> parts(String workspace, JsonNode tree);

  /** Whether anything in the tree is sealed. */
  boolean holdsSealed(JsonNode tree);

  /**
   * A copy of the tree in which the values at these JSON pointers are sealed, where they exist.
   *
   * @param base the place that the tree has in the workspace: part of what is authenticated
   * @param secrets what sealed texts may have been made of
   */
  JsonNode seal(
      String workspace,
      String run,
      String base,
      JsonNode tree,
      Collection<String> pointers,
      Set<String> secrets);

  /**
   * Stand-ins for a text that must not be shown, one for each key, the newest first: the same for
   * the same text in the same workspace.
   */
  List<String> fingerprints(String workspace, String text);

  /** A sealed value that can't be opened here: the wrong key, mostly. */
  final class KeyUnavailable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public KeyUnavailable(String message) {
      super(message);
    }
  }
}
