package io.sluice.providers.fakecloud;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What goes wrong, set by {@code PUT /faults}. Rates are from 0 to 1, times in milliseconds.
 *
 * @param rate429 answered 429 with Retry-After, nothing done
 * @param rate503 answered 503 with Retry-After, nothing done
 * @param rate500 answered 500, and done or not with even chances
 * @param cutBefore the connection is cut before anything was done
 * @param cutAfter the connection is cut after it was done: a lost reply
 * @param readLag how long what was made or deleted is not yet seen by reads
 * @param createMs how long a new object stays "creating"
 * @param quota kind to the number of objects allowed
 * @param latencyTail the mean of what is added to the latency: most answers are soon there, a few
 *     take several times as long
 */
public record Faults(
    long latencyMin,
    long latencyMax,
    double rate429,
    double rate503,
    double rate500,
    double cutBefore,
    double cutAfter,
    long retryAfterMs,
    long readLag,
    long createMs,
    Map<String, Integer> quota,
    long latencyTail) {
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of());

  public Faults(
      long latencyMin,
      long latencyMax,
      double rate429,
      double rate503,
      double rate500,
      double cutBefore,
      double cutAfter,
      long retryAfterMs,
      long readLag,
      long createMs,
      Map<String, Integer> quota) {
    this(
        latencyMin,
        latencyMax,
        rate429,
        rate503,
        rate500,
        cutBefore,
        cutAfter,
        retryAfterMs,
        readLag,
        createMs,
        quota,
        0);
  }

  public Faults {
    quota = quota == null ? Map.of() : Map.copyOf(quota);
    double rates = rate429 + rate503 + rate500 + cutBefore + cutAfter;
    double least =
        Arrays.stream(new double[] {rate429, rate503, rate500, cutBefore, cutAfter})
            .min()
            .orElse(0);
    if (least < 0 || rates > 1) {
      throw new IllegalArgumentException("rates must be 0 or more, and at most 1 in total");
    }
    if (latencyMin < 0
        || latencyMax < latencyMin
        || latencyTail < 0
        || retryAfterMs < 0
        || readLag < 0
        || createMs < 0) {
      throw new IllegalArgumentException(
          "times must be 0 or more, and latencyMax at least latencyMin");
    }
  }

  /** Refuses misspelt names, which would make a test pass without faults. */
  static Faults read(JsonNode tree) throws MalformedMessage {
    List<String> known =
        Arrays.stream(Faults.class.getRecordComponents()).map(RecordComponent::getName).toList();
    for (Map.Entry<String, JsonNode> field : tree.properties()) {
      if (!known.contains(field.getKey())) {
        throw new MalformedMessage(
            "there is no fault " + field.getKey() + "; there are " + String.join(", ", known));
      }
    }
    return Json.decode(Json.encode(tree), Faults.class);
  }
}
