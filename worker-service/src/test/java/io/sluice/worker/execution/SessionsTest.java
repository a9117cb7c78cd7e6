package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.worker.throttling.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SessionsTest {
  private final List<String> log = new ArrayList<>();
  private boolean refuses;

  @Test
  void asksAgainWhatWasRefused() {
    Sessions sessions = new Sessions();
    refuses = true;
    assertThat(sessions.of(target("a"))).isInstanceOf(Sessions.Opened.Refused.class);

    refuses = false;

    assertThat(sessions.of(target("a"))).isInstanceOf(Sessions.Opened.Ready.class);
    assertThat(log).containsExactly("configure a", "configure a");
  }

  @Test
  void keepsWhatIsUsedAndClosesTheLongestUnusedOfTooMany() {
    Sessions sessions = new Sessions(1, Duration.ofHours(1));
    Sessions.Held used = held(sessions, "used");
    held(sessions, "old").close();
    held(sessions, "new").close();

    assertThat(log).containsOnlyOnce("close old").doesNotContain("close used", "close new");
    used.close();
    assertThat(log).contains("close new").doesNotContain("close used");
    assertThat(sessions.size()).isEqualTo(1);
    sessions.close();
    assertThat(log).contains("close used");
  }

  @Test
  void closesWhatHasNotBeenUsedForLong() {
    Sessions sessions = new Sessions(10, Duration.ZERO);

    held(sessions, "a").close();

    assertThat(log).containsExactly("configure a", "close a");
  }

  @Test
  void namesATargetWithoutItsSecrets() {
    assertThat(target("secret-7").key())
        .doesNotContain("secret-7")
        .isEqualTo(target("secret-7").key())
        .isNotEqualTo(target("other").key());
  }

  private Sessions.Held held(Sessions sessions, String name) {
    return ((Sessions.Opened.Ready) sessions.of(target(name))).held();
  }

  private Target target(String name) {
    return new Target(new Noting(), "p", Json.object().put("name", name), Set.of(), Limits.NONE);
  }

  private final class Noting implements Provider {
    @Override
    public String name() {
      return "p";
    }

    @Override
    public ProviderSchema schema() {
      return ProviderSchema.unconfigured(List.of());
    }

    @Override
    public Configured configure(com.fasterxml.jackson.databind.JsonNode configuration) {
      String name = configuration.get("name").textValue();
      log.add("configure " + name);
      return refuses
          ? new Configured.Refused(new Outcome.Failed(ErrorClass.USER, "BAD", "refused"))
          : new Configured.Ready(
              TypedSession.of(List.of(), List.of(), List.of(), () -> log.add("close " + name)));
    }
  }
}
