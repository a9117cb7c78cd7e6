package io.sluice.cli.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The bytes of everything that a deployment keeps (the segments of every topic, ZooKeeper's data,
 * the store of the state service, logs) and of what commands said.
 */
record KeptBytes(Map<String, byte[]> kept) {
  static KeptBytes of(Path directory, List<Command.Ended> said) throws IOException {
    Map<String, byte[]> kept = new TreeMap<>();
    Path data = directory.resolve(".sluice");
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
  List<String> where(String value) {
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

  /** As it is, escaped once and twice for JSON, and within base64 at each of three positions. */
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
        forms.add(encoded.substring(from, to));
      }
    }
    return forms;
  }
}
