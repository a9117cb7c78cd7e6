package io.sluice.provider.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A configuration of one workspace as something that is kept or carried: an argument of the run
 * that walks several, or what a run that nobody submits begins with.
 */
public final class CarriedDocument {
  /** A task has to hold it. */
  public static final int LONGEST = 512 * 1024;

  private static final int LARGEST = 32 << 20;
  private static final String CONFIGURATION = "configuration";
  private static final List<String> OF_ONE_RUN = List.of("upstream", "or_nothing", "before_plan");
  private static final List<String> OF_ONE_PLAN = List.of("approved", "answers", "reads_of");

  private CarriedDocument() {}

  /**
   * The configuration for another run: without what was found and approved for this one, which its
   * own plan finds anew.
   */
  public static byte[] again(JsonNode document) {
    ObjectNode anew = document.deepCopy();
    anew.remove(OF_ONE_RUN);
    if (anew.path(CONFIGURATION) instanceof ObjectNode configuration) {
      configuration.remove(OF_ONE_PLAN);
    }
    return Json.encode(anew);
  }

  /** The same at another time. */
  public static byte[] at(byte[] document, Instant moment) throws MalformedMessage {
    JsonNode anew = Json.tree(document);
    if (anew.path(CONFIGURATION) instanceof ObjectNode configuration) {
      configuration.put("plantimestamp", moment.truncatedTo(ChronoUnit.SECONDS).toString());
    }
    return Json.encode(anew);
  }

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
