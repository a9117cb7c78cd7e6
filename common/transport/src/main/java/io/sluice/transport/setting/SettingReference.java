package io.sluice.transport.setting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Writes the page of all settings. */
public final class SettingReference {
  private static final String HEAD =
      """
      # Settings

      Written by `./gradlew settingReference`; a test compares it with what the services read.

      A setting is a variable of the environment (`SLUICE_STATE_BATCH`), or the same in small letters
      without `SLUICE_` in `sluice.yaml` of the directory (`state_batch: 500`). A flag of a command goes
      before the environment, and the environment before the file. `sluice config show` shows what
      counts, and where each value comes from.

      - A name that is not on this page is refused, with the name that you probably meant. So is a value
        out of its bounds.
      - `sluice.yaml` may have come with a directory: it sets only what has a **yes** under *file*. What
        decides what runs, or who gets secrets, stands in the environment alone.
      - Where `_FILE` stands under *secret*, append it to the name to give the name of a file that has the
        value, as Kubernetes and Docker mount secrets: `SLUICE_HTTP_TOKEN_FILE=/run/secrets/token`.
      """;

  private SettingReference() {}

  public static String page() {
    StringBuilder page = new StringBuilder(HEAD);
    for (For reader : For.values()) {
      page.append("\n## For: ").append(reader.title()).append('\n');
      page.append("| name | type | default | bounds | file | secret | meaning |\n");
      page.append("|---|---|---|---|---|---|---|\n");
      for (Setting setting : Setting.values()) {
        if (setting.reader() == reader) {
          page.append(row(setting));
        }
      }
    }
    return page.toString();
  }

  private static String row(Setting setting) {
    String secret =
        (setting.is(Mark.SECRET) ? "yes" : "")
            + (setting.is(Mark.IN_FILE) || setting == Setting.KAFKA_CLIENT ? " `_FILE`" : "");
    return "| `"
        + setting.variable()
        + (setting.is(Mark.EACH) ? "…" : "")
        + "` | "
        + setting.type().name().toLowerCase(Locale.ROOT)
        + " | "
        + setting.usual()
        + " | "
        + setting.bounds().map(each -> each.least() + " to " + each.most()).orElse("")
        + " | "
        + (setting.is(Mark.OF_DIRECTORY) ? "yes" : "")
        + " | "
        + secret.strip()
        + " | "
        + setting.meaning().replace("|", "\\|")
        + " |\n";
  }

  public static void main(String[] arguments) throws IOException {
    Files.writeString(Path.of(arguments[0]), page());
  }
}
