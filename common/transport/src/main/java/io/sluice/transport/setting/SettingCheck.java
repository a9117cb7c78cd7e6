package io.sluice.transport.setting;

import io.sluice.model.time.DurationText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What is wrong with settings: names that there are not, and values that a setting can't have. A
 * name with a typo would otherwise count for nothing, and nobody would know.
 */
public final class SettingCheck {
  private static final int SHOWN = 5;
  private static final Pattern LINK =
      Pattern.compile("SLUICE_([A-Z0-9_]+_)?(SERVICE_HOST|SERVICE_PORT.*|PORT(_\\d+_.*)?)");

  private SettingCheck() {}

  /** A sentence for each fault; what does not begin with {@code SLUICE_} is none of ours. */
  public static List<String> faults(Map<String, String> environment) {
    List<String> faults = new ArrayList<>();
    new TreeMap<>(environment)
        .forEach(
            (name, value) -> {
              if (name.startsWith(Setting.PREFIX)) {
                SettingNames.of(name)
                    .map(setting -> fault(setting, name, value))
                    .orElseGet(
                        () ->
                            isLink(name, environment)
                                ? Optional.empty()
                                : Optional.of(unknown(name)))
                    .ifPresent(faults::add);
              }
            });
    return faults;
  }

  /** Kubernetes names the addresses of services so; one may be called {@code sluice}. */
  private static boolean isLink(String name, Map<String, String> environment) {
    return environment.containsKey("KUBERNETES_SERVICE_HOST") && LINK.matcher(name).matches();
  }

  /** Throws what is wrong, for a service. */
  public static void require(Map<String, String> environment) {
    List<String> faults = faults(environment);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(text(faults));
    }
  }

  /** The first of them. */
  public static String text(List<String> faults) {
    String shown = String.join(" ", faults.subList(0, Math.min(SHOWN, faults.size())));
    return faults.size() > SHOWN ? shown + " And " + (faults.size() - SHOWN) + " more." : shown;
  }

  private static String unknown(String name) {
    return "There is no setting "
        + name
        + "."
        + SettingNames.near(name).map(near -> " Did you mean " + near + "?").orElse("");
  }

  /** The value is not repeated where it may be a secret. */
  private static Optional<String> fault(Setting setting, String name, String value) {
    String text = value.strip();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return switch (setting.type()) {
      case NUMBER -> setting.bounds().flatMap(bounds -> number(bounds, name, text));
      case FLAG ->
          text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")
              ? Optional.empty()
              : Optional.of(name + " must be true or false, not \"" + text + "\".");
      case DURATION ->
          DurationText.typed(text) instanceof DurationText.Good
              ? Optional.empty()
              : Optional.of(name + " must be a duration such as 10s, not \"" + text + "\".");
      case TEXT, PATH, ADDRESSES, LIST -> Optional.empty();
    };
  }

  private static Optional<String> number(Bounds bounds, String name, String text) {
    try {
      long number = Long.parseLong(text);
      if (number >= bounds.least() && number <= bounds.most()) {
        return Optional.empty();
      }
      return Optional.of(
          name
              + " must be from "
              + bounds.least()
              + " to "
              + bounds.most()
              + ", not "
              + number
              + ".");
    } catch (NumberFormatException e) {
      return Optional.of(name + " must be a whole number, not \"" + text + "\".");
    }
  }
}
