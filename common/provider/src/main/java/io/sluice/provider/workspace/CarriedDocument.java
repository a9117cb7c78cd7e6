package io.sluice.provider.workspace;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A configuration of one workspace as an argument of the run that walks several. */
public final class CarriedDocument {
  /** A task has to hold it. */
  public static final int LONGEST = 512 * 1024;

  private static final int LARGEST = 32 << 20;

  private CarriedDocument() {}

  public static String packed(byte[] document) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream packing = new GZIPOutputStream(bytes)) {
      packing.write(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /**
   * @throws IllegalArgumentException if it is none, or unpacks to more than a submission may have
   */
  public static byte[] opened(String packed) {
    byte[] bytes = Base64.getDecoder().decode(packed);
    try (GZIPInputStream opening = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      byte[] document = opening.readNBytes(LARGEST + 1);
      if (document.length > LARGEST) {
        throw new IllegalArgumentException("it unpacks to more than " + LARGEST + " bytes");
      }
      return document;
    } catch (IOException e) {
      throw new IllegalArgumentException("it can't be unpacked", e);
    }
  }
}
