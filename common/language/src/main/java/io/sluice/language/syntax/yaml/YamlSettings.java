package io.sluice.language.syntax.yaml;

import org.snakeyaml.engine.v2.api.LoadSettings;

/** How YAML is read. */
public final class YamlSettings {
  private static final int USUAL_WINDOW = 1024;
  private static final int WINDOWS = 16;

  private YamlSettings() {}

  /**
   * The reader copies what it holds of a value for each window that it reads, so a long text needs
   * large windows: with small ones the time grows with the square of a value's length.
   *
   * @param mostCodePoints beyond which a text is refused
   */
  public static LoadSettings of(String text, int mostCodePoints) {
    return LoadSettings.builder()
        .setUseMarks(true)
        .setCodePointLimit(mostCodePoints)
        .setBufferSize(Math.max(USUAL_WINDOW, text.length() / WINDOWS))
        .build();
  }
}
