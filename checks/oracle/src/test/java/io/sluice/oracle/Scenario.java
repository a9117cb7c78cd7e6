package io.sluice.oracle;

import io.sluice.bridge.wire.ProtocolVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * A configuration and what is done with it, as a text: lines that begin with {@code #!} say what is
 * to be done with the lines that follow them, or with the configuration as it was.
 *
 * <pre>
 * #! protocol 5
 * #! apply [fails] [once] [FLAG…]
 * #! taint | untaint | remove ADDRESS
 * #! destroy [fails]
 * #! apart
 * #! end
 * #@ FILE, which the lines after it are in; main.tf at first
 * </pre>
 *
 * <p>Each configuration that was applied is applied again, except {@code once}, and in the end all
 * is destroyed, except after {@code end}.
 *
 * @param apart whether objects of one name in different places are told apart
 */
record Scenario(String name, ProtocolVersion version, boolean apart, List<Step> steps) {
  private static final String MARK = "#! ";

  /** One command. */
  sealed interface Step {
    String title();

    /**
     * @param flags as both programs have them
     */
    record Apply(String configuration, List<String> flags, boolean fails) implements Step {
      @Override
      public String title() {
        return "apply" + (fails ? " fails" : "") + (flags.isEmpty() ? "" : " " + flags);
      }
    }

    record Destroy(boolean fails) implements Step {
      @Override
      public String title() {
        return "destroy" + (fails ? " fails" : "");
      }
    }

    /** Changes state alone. */
    record Edit(Verb verb, String address) implements Step {
      @Override
      public String title() {
        return verb + " " + address;
      }
    }
  }

  enum Verb {
    TAINT,
    UNTAINT,
    REMOVE
  }

  /**
   * One configuration and then another, each applied twice, whether that fails or not.
   *
   * @param targets flags with which the second one is applied before
   */
  static Scenario twice(
      String name, ProtocolVersion version, String first, String second, List<String> targets) {
    List<Step> steps = new ArrayList<>();
    for (String each : List.of(first, second)) {
      if (each.equals(second) && !targets.isEmpty()) {
        steps.add(new Step.Apply(each, targets, false));
      }
      steps.add(new Step.Apply(each, List.of(), false));
      steps.add(new Step.Apply(each, List.of(), false));
    }
    steps.add(new Step.Destroy(false));
    return new Scenario(name, version, false, List.copyOf(steps));
  }

  /** The same without the steps after the one at {@code last}. */
  Scenario until(int last) {
    return new Scenario(
        name, version, apart, List.copyOf(steps.subList(0, Math.min(last + 1, steps.size()))));
  }

  static Scenario of(String name, String text) {
    return new Reader(name).read(text.lines().toList());
  }

  private static final class Reader {
    private final String name;
    private final List<Step> steps = new ArrayList<>();
    private ProtocolVersion version = ProtocolVersion.SIX;
    private String configuration = "";
    private boolean apart;
    private boolean ended;

    Reader(String name) {
      this.name = name;
    }

    Scenario read(List<String> lines) {
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).startsWith(MARK)) {
          StringBuilder text = new StringBuilder();
          int next = i + 1;
          while (next < lines.size() && !lines.get(next).startsWith(MARK)) {
            text.append(lines.get(next++)).append('\n');
          }
          configuration = text.toString().isBlank() ? configuration : text.toString();
          take(List.of(lines.get(i).substring(MARK.length()).split(" ")));
        }
      }
      boolean isDestroyed = steps.getLast() instanceof Step.Destroy(boolean fails) && !fails;
      if (!isDestroyed && !ended) {
        steps.add(new Step.Destroy(false));
      }
      return new Scenario(name, version, apart, List.copyOf(steps));
    }

    private void take(List<String> words) {
      String last = words.getLast();
      switch (words.getFirst()) {
        case "protocol" -> version = ProtocolVersion.of(Integer.parseInt(last)).orElseThrow();
        case "apply" -> {
          boolean fails = words.contains("fails");
          List<String> flags = words.stream().filter(word -> word.startsWith("-")).toList();
          steps.add(new Step.Apply(configuration, flags, fails));
          if (!fails && !words.contains("once")) {
            steps.add(new Step.Apply(configuration, List.of(), false));
          }
        }
        case "apart" -> apart = true;
        case "end" -> ended = true;
        case "destroy" -> steps.add(new Step.Destroy(words.contains("fails")));
        case "taint" -> steps.add(new Step.Edit(Verb.TAINT, last));
        case "untaint" -> steps.add(new Step.Edit(Verb.UNTAINT, last));
        case "remove" -> steps.add(new Step.Edit(Verb.REMOVE, last));
        default -> throw new IllegalArgumentException(name + " says \"" + words + "\"");
      }
    }
  }
}
