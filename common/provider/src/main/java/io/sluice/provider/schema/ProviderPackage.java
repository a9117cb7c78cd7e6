package io.sluice.provider.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real provider as those know it who have no package of it: which one it is, and the schemas of
 * the types that somebody uses.
 *
 * @param source the provider's address, in full
 * @param version empty for one under development
 * @param hashes a package is this one if it has any of these
 * @param schemas as {@code Provider.packed} wrote them
 */
public record ProviderPackage(String source, String version, List<String> hashes, byte[] schemas) {
  public ProviderPackage {
    hashes = List.copyOf(hashes);
  }

  /** What travelled can't be read. */
  public static final class Damaged extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * @param sentence which provider it is of, and what is wrong
     */
    public Damaged(String sentence, @Nullable Throwable cause) {
      super(sentence, cause);
    }

    public String sentence() {
      return String.valueOf(getMessage());
    }
  }
}
