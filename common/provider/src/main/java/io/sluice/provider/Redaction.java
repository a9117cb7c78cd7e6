package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.json.Json;
import io.sluice.provider.schema.TypeSchema;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes known secrets out of texts: a provider can't help that a server repeats a password in its
 * error message. Also finds them in base64, and as JSON, URLs and paths write them. Secrets of
 * fewer than four characters are not looked for: they would tear every text apart.
 */
public final class Redaction {
  private static final int SHORTEST = 4;
  private static final String HIDDEN = "(sensitive value)";
  private static final String CUT = "…";
  private final List<String> secrets;

  private Redaction(Collection<String> secrets) {
    if (secrets.isEmpty()) {
      this.secrets = List.of();
      return;
    }
    Set<String> all = new LinkedHashSet<>();
    for (String secret : secrets) {
      if (secret.length() >= SHORTEST) {
        all.add(secret);
        all.add(Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8)));
        secret.lines().filter(line -> line.length() >= SHORTEST * 2).forEach(all::add);
        all.add(inJson(secret));
        all.add(inUrl(secret));
        all.add(inUrl(secret).replace("+", "%20"));
        all.add(inPath(secret));
      }
    }
    this.secrets = all.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
  }

  private static String inUrl(String secret) {
    return URLEncoder.encode(secret, StandardCharsets.UTF_8);
  }

  /** As a file's path ends that was resolved; itself where it is none, or too short to tell. */
  private static String inPath(String secret) {
    if (secret.indexOf('/') < 0 || secret.indexOf('\0') >= 0) {
      return secret;
    }
    String path = Path.of(secret).normalize().toString().replaceFirst("^(\\.\\./)+", "");
    return path.length() < SHORTEST * 2 ? secret : path;
  }

  /** As it is within a value that is shown as JSON. */
  private static String inJson(String secret) {
    String quoted = Json.text(TextNode.valueOf(secret));
    return quoted.substring(1, quoted.length() - 1);
  }

  public static Redaction of(Collection<String> secrets) {
    return new Redaction(secrets);
  }

  /** Every text and number in the values. */
  public static Redaction ofValues(Collection<JsonNode> values) {
    Set<String> secrets = new LinkedHashSet<>();
    values.forEach(value -> collect(value, secrets));
    return new Redaction(secrets);
  }

  /** The sensitive values of a configuration by its schema, and others that are known besides. */
  public static Redaction of(TypeSchema schema, JsonNode config, Collection<String> others) {
    Set<String> secrets = new LinkedHashSet<>(others);
    schema.sensitivePointers().forEach(pointer -> collect(config.at(pointer), secrets));
    return new Redaction(secrets);
  }

  private static void collect(JsonNode value, Set<String> into) {
    if (value.isTextual()) {
      into.add(value.textValue());
    } else if (value.isNumber()) {
      into.add(value.asText());
    }
    value.forEach(child -> collect(child, into));
  }

  /** The secrets that a text holds, as they are in it. */
  public Set<String> in(String text) {
    Set<String> held = new LinkedHashSet<>();
    for (String secret : secrets) {
      if (text.contains(secret)) {
        held.add(secret);
      }
    }
    return held;
  }

  public String apply(String text) {
    String redacted = text;
    for (String secret : secrets) {
      redacted = redacted.replace(secret, HIDDEN);
    }
    return withoutBeginnings(redacted);
  }

  /** A text that was cut may end in the beginning of a secret. */
  private String withoutBeginnings(String text) {
    StringBuilder left = new StringBuilder();
    int from = 0;
    for (int cut = text.indexOf(CUT); cut >= 0; cut = text.indexOf(CUT, from)) {
      String before = text.substring(from, cut);
      int hidden = secrets.stream().mapToInt(secret -> beginning(secret, before)).max().orElse(0);
      left.append(before, 0, before.length() - hidden).append(hidden > 0 ? HIDDEN : "").append(CUT);
      from = cut + CUT.length();
    }
    return left.append(text, from, text.length()).toString();
  }

  /** How much of a secret's beginning the text ends with. */
  private static int beginning(String secret, String text) {
    for (int length = Math.min(secret.length() - 1, text.length()); length >= SHORTEST; length--) {
      if (text.endsWith(secret.substring(0, length))) {
        return length;
      }
    }
    return 0;
  }

  /** Messages of failures; attributes are the caller's to seal. */
  public Outcome apply(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Failed failed ->
          new Outcome.Failed(
              failed.errorClass(),
              failed.code(),
              apply(failed.message()),
              failed.retryAfter(),
              failed.partial());
      case Outcome.InDoubt doubt -> new Outcome.InDoubt(doubt.code(), apply(doubt.message()));
      case Outcome.Done done -> done;
      case Outcome.Gone gone -> gone;
    };
  }
}
