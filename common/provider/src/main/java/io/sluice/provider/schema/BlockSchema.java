package io.sluice.provider.schema;

/**
 * A nested block. In JSON it is an object ({@link Nesting#SINGLE}, GROUP), a list of objects (LIST,
 * SET; one object alone is taken for a list of one) or an object of objects (MAP).
 *
 * @param max 0 for no limit
 */
public record BlockSchema(
    String name,
    Nesting nesting,
    int min,
    int max,
    boolean forcesReplacement,
    String description,
    BlockBody body) {

  /** How the blocks of one name lie together. */
  public enum Nesting {
    SINGLE,
    /** At most one, too; where none is written it is there all the same, with nothing set. */
    GROUP,
    LIST,
    SET,
    MAP;

    /** An object by itself, not a collection of them. */
    public boolean isOne() {
      return this == SINGLE || this == GROUP;
    }
  }
}
