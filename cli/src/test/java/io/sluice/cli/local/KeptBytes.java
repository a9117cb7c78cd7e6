package io.sluice.cli.local;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The bytes of everything that a deployment keeps (the segments of every topic, ZooKeeper's data,
 * the store of the state service, logs) and of what commands said.
 */
public record KeptBytes(Map<String, byte[]> kept) {
  static KeptBytes of(Path directory, List<Command.Ended> said) throws IOException {
    return below(directory.resolve(".sluice"), said);
  }

  /** The same of all that is in a folder. */
  public static KeptBytes below(Path data, List<Command.Ended> said) throws IOException {
    Map<String, byte[]> kept = new TreeMap<>();
    try (Stream<Path> files = Files.walk(data)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        kept.put(data.relativize(file).toString(), trimmed(Files.readAllBytes(file)));
      }
    }
    for (int i = 0; i < said.size(); i++) {
      kept.put(
          "said/" + i, (said.get(i).out() + said.get(i).err()).getBytes(StandardCharsets.UTF_8));
    }
    return new KeptBytes(kept);
  }

  /** Indexes are laid out large and empty. */
  private static byte[] trimmed(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(bytes, end);
  }

  /** The places that hold a value, in whatever form. */
  public List<String> where(String value) {
    List<String> needles = forms(value);
    return kept.entrySet().stream()
        .filter(
            entry -> {
              String text = new String(entry.getValue(), StandardCharsets.ISO_8859_1);
              return needles.stream().anyMatch(text::contains);
            })
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * As it is, escaped once and twice for JSON, within base64 of both alphabets at each of three
   * positions, in hexadecimal digits, and as URLs and forms have it.
   */
  private static List<String> forms(String value) {
    String once = value.replace("\\", "\\\\").replace("\"", "\\\"");
    String twice = once.replace("\\", "\\\\").replace("\"", "\\\"");
    List<String> forms = new ArrayList<>(List.of(value, once, twice));
    for (String form : List.of(value, once)) {
      for (int before = 0; before < 3; before++) {
        byte[] shifted = ("\0".repeat(before) + form).getBytes(StandardCharsets.ISO_8859_1);
        String encoded = Base64.getEncoder().encodeToString(shifted);
        int from = (before * 8 + 5) / 6;
        int to = shifted.length * 8 / 6;
        String inside = encoded.substring(from, to);
        forms.add(inside);
        forms.add(inside.replace('+', '-').replace('/', '_'));
      }
      byte[] bytes = form.getBytes(StandardCharsets.ISO_8859_1);
      forms.add(HexFormat.of().formatHex(bytes));
      forms.add(HexFormat.of().withUpperCase().formatHex(bytes));
      String url = URLEncoder.encode(form, StandardCharsets.UTF_8);
      forms.add(url);
      forms.add(url.replace("+", "%20"));
    }
    return forms;
  }
}
