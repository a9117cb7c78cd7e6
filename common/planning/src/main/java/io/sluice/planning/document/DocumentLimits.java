package io.sluice.planning.document;

import io.sluice.model.limit.Limits;

/** How large a document may be; each has an error of its own. */
public final class DocumentLimits {
  /** Far below what travels in parts. */
  public static final int BYTES = Limits.STANDARD.bytes().submission();

  /** Characters of a text: a longer one could not be read by who receives it. */
  public static final int TEXT = Limits.STANDARD.texts().value();

  /** Characters with every alias written out: more than this never travels. */
  public static final int WRITTEN_OUT = Limits.STANDARD.bytes().message();

  public static final int DEPTH = 100;

  /** Values of JSON and YAML alike, with every alias written out: each takes far more in memory. */
  public static final int VALUES = 1_000_000;

  public static final int NUMBER_LENGTH = 1_000;

  /** A number with a larger exponent would be written out with as many digits. */
  public static final int EXPONENT = 5_000;

  /** Instances of one declaration. */
  public static final int INSTANCES = 10_000;

  /** Resources of a plan, all instances counted. */
  public static final int RESOURCES = 200_000;

  public static final int NAME_LENGTH = 200;

  private DocumentLimits() {}
}
