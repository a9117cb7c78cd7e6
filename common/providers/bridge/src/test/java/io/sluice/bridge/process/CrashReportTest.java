package io.sluice.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CrashReportTest {
  @Test
  void quotesWhatAPanicIsAbout() {
    assertThat(
            new CrashReport("acme/cloud", 2, List.of("panic: no cloud", "goroutine 1", "exit"))
                .sentence())
        .isEqualTo("The plugin of acme/cloud ended with exit code 2: panic: no cloud");
  }

  @Test
  void quotesWhatWasSaidLastWhereNothingPanicked() {
    assertThat(
            new CrashReport("acme/cloud", 137, List.of("ready", "the token is refused")).sentence())
        .isEqualTo("The plugin of acme/cloud was killed by signal 9: the token is refused");
  }

  @Test
  void quotesNoLineThatIsAboutItsOtherWork() {
    String trace =
        "{\"@level\":\"trace\",\"@message\":\"Served"
            + " request\",\"tf_resource_type\":\"aws_sqs_queue\"}";
    String error = "{\"@level\":\"error\",\"@message\":\"no room on the disk\"}";

    assertThat(new CrashReport("acme/cloud", 137, List.of(trace, "[DEBUG] sent")).sentence())
        .isEqualTo("The plugin of acme/cloud was killed by signal 9.");
    assertThat(new CrashReport("acme/cloud", 1, List.of(error, trace)).sentence())
        .isEqualTo("The plugin of acme/cloud ended with exit code 1: no room on the disk");
  }

  @Test
  void quotesNothingWhereNothingWasSaid() {
    assertThat(new CrashReport("acme/cloud", 1, List.of()).sentence())
        .isEqualTo("The plugin of acme/cloud ended with exit code 1.");
  }
}
