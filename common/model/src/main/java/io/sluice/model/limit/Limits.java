package io.sluice.model.limit;

/**
 * How large things may become. What is written stays below what is read, and every record stays
 * below what its topic takes.
 */
public record Limits(Depth depth, Texts texts, Bytes bytes, Counts counts) {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  public static final Limits STANDARD =
      new Limits(
          new Depth(500, 490, 400),
          new Texts(16 * MIB, 4 * KIB, 1_000, 200, 1_000),
          new Bytes(900 * KIB, 880 * KIB, 800 * KIB, 64 * KIB, 256 * KIB, 32 * MIB, 64 * MIB),
          new Counts(500_000, 10_000, 64, 20, 2_000, 8));

  /**
   * Levels of nesting in JSON.
   *
   * @param read the deepest message that is read
   * @param write the deepest message that is written
   * @param value the deepest value of a provider or a plan; the envelope is around it
   */
  public record Depth(int read, int write, int value) {
    public Depth {
      if (write >= read || value >= write) {
        throw new IllegalArgumentException(
            "what is written must be readable: " + value + ", " + write + ", " + read);
      }
    }
  }

  /**
   * Characters.
   *
   * @param value the longest string of a value
   * @param message what a provider says of a failure
   * @param sentence what an event or a reason says
   * @param name a workspace, a run, a pool
   * @param address an address of a resource, an id of a node
   */
  public record Texts(int value, int message, int sentence, int name, int address) {}

  /**
   * Encoded bytes.
   *
   * @param record what goes as one record; more goes in parts
   * @param task a task, which can't go in parts
   * @param result a result's attributes and private data together
   * @param event an event with its data
   * @param letter the bytes of an unreadable record that its letter keeps
   * @param submission a document or a configuration
   * @param message a whole message in parts, and what a compressed record may unpack to
   */
  public record Bytes(
      int record, int task, int result, int event, int letter, int submission, int message) {}

  /**
   * @param nodes of a run
   * @param instances of one block
   * @param parts of a message
   * @param reasons why something is refused
   * @param numberDigits of a number
   * @param pools that a run names, beside the default one
   */
  public record Counts(
      int nodes, int instances, int parts, int reasons, int numberDigits, int pools) {}
}
