package io.sluice.checks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.checks.Script.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class SluiceScriptTest {
  @TempDir Path folder;
  Script sluice;

  @BeforeEach
  void emptyMachine() throws IOException {
    sluice = new Script(folder);
  }

  @Test
  void saysThatThereIsNoJdk() throws Exception {
    Outcome outcome = sluice.run("sluice", "version");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output())
        .contains("needs a JDK of version 21 or later", "no JDK at all", "SLUICE_JAVA_HOME");
  }

  @Test
  void saysThatTheJdksFoundAreTooOld() throws Exception {
    Path old = sluice.jdk("17.0.2");

    Outcome outcome = sluice.with("JAVA_HOME", old.toString()).run("sluice", "version");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("needs a JDK of version 21 or later", "JDK 17 in " + old);
  }

  @Test
  void refusesAJdkThatWasNamedAndIsTooOld() throws Exception {
    Path old = sluice.jdk("17.0.2");
    sluice.jdk("21.0.2");

    Outcome outcome = sluice.with("SLUICE_JAVA_HOME", old.toString()).run("sluice", "version");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("SLUICE_JAVA_HOME is " + old, "a JDK 17");
  }

  @Test
  void refusesANamedFolderWithoutJdk() throws Exception {
    sluice.jdk("21.0.2");

    Outcome outcome = sluice.with("SLUICE_JAVA_HOME", "/nowhere").run("sluice", "version");

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.output()).contains("SLUICE_JAVA_HOME is /nowhere", "no JDK is there");
  }
}
