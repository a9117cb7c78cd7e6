package io.sluice.transport.setting;

import io.sluice.model.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds settings by what people write. */
public final class SettingNames {
  private static final String FILE = "_FILE";

  private SettingNames() {}

  /** The setting that a variable of the environment is; also that of the file with its value. */
  public static Optional<Setting> of(String variable) {
    return Stream.of(Setting.values()).filter(each -> names(each, variable)).findFirst();
  }

  private static boolean names(Setting setting, String variable) {
    String known = setting.variable();
    if (setting.is(Mark.EACH)) {
      return variable.startsWith(known) && variable.length() > known.length();
    }
    return variable.equals(known) || (setting.is(Mark.IN_FILE) && variable.equals(known + FILE));
  }

  /** Whether the variable names the file with the value and not the value. */
  public static boolean namesFile(Setting setting, String variable) {
    return variable.endsWith(FILE)
        && (setting == Setting.KAFKA_CLIENT || !variable.equals(setting.variable()));
  }

  /** The variable that someone probably meant. */
  public static Optional<String> near(String variable) {
    List<String> known = new ArrayList<>();
    for (Setting each : Setting.values()) {
      if (each.reader() != For.SLUICE && !each.is(Mark.EACH)) {
        known.add(each.variable());
        if (each.is(Mark.IN_FILE)) {
          known.add(each.variable() + FILE);
        }
      }
    }
    return Suggestion.of(variable, known);
  }
}
