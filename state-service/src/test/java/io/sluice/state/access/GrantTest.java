package io.sluice.state.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micronaut.http.HttpRequest;
import io.sluice.state.access.Bearer.Verdict;
import io.sluice.transport.Credentials;
import io.sluice.transport.TransportFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrantTest {
  private static final String FULL = "the-token-of-the-deployment";
  private static final String ALL = "token-of-who-reads-all";
  private static final String SOME = "token-of-who-reads-some";

  @TempDir private Path folder;

  @Test
  void aReaderLooksAtItsWorkspacesAlone() throws Exception {
    Bearer bearer = bearer("# who\n" + ALL + " reader *\n\n" + SOME + "  reader  team-*,shared\n");

    for (String workspace : List.of("team-a", "team-", "shared")) {
      assertThat(verdict(bearer, workspace, SOME)).as(workspace).isEqualTo(Verdict.MAY);
    }
    for (String workspace : List.of("other", "shared2", "team", "Team-a", "*")) {
      assertThat(verdict(bearer, workspace, SOME)).as(workspace).isEqualTo(Verdict.MAY_NOT);
    }
    assertThat(verdict(bearer, null, SOME)).isEqualTo(Verdict.MAY_NOT);
    assertThat(verdict(bearer, null, ALL)).isEqualTo(Verdict.MAY);
    assertThat(verdict(bearer, "other", ALL)).isEqualTo(Verdict.MAY);
  }

  @Test
  void onlyTheTokenOfTheDeploymentIsThatOfTheDeployment() throws Exception {
    Bearer bearer = bearer(ALL + " reader *\n");

    assertThat(verdict(bearer, "other", FULL)).isEqualTo(Verdict.MAY);
    assertThat(verdict(bearer, "other", "another-token-of-nobody")).isEqualTo(Verdict.UNKNOWN);
    assertThat(bearer.shownBy(HttpRequest.GET("/").bearerAuth(ALL))).isFalse();
    assertThat(bearer.shownBy(HttpRequest.GET("/").bearerAuth(FULL))).isTrue();
  }

  @Test
  void aLineThatIsNotClearIsRefusedWithoutTheToken() throws Exception {
    for (String line :
        List.of(
            "token-of-who-reads-all reader",
            "token-of-who-reads-all admin *",
            "short reader *",
            "token-of-who-reads-all reader te*am")) {
      assertThatThrownBy(() -> bearer("\n" + line + "\n"))
          .as(line)
          .isInstanceOf(TransportFailure.class)
          .hasMessageContaining("line 2")
          .hasMessageNotContaining("token-of-who");
    }
    assertThatThrownBy(() -> Grant.in("/nowhere/readers"))
        .hasMessageContaining("SLUICE_HTTP_READERS_FILE");
    assertThat(Grant.in("")).isEmpty();
    assertThat(new Grant(ALL, List.of("*")).toString()).doesNotContain(ALL);
  }

  private Bearer bearer(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("readers"), text);
    return new Bearer(new Credentials(null, null, List.of(FULL)), Grant.in(file.toString()));
  }

  private static Verdict verdict(Bearer bearer, @Nullable String workspace, String token) {
    return bearer.verdict(
        HttpRequest.GET("/v1/any").bearerAuth(token), Optional.ofNullable(workspace));
  }
}
