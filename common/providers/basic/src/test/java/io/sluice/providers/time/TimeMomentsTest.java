package io.sluice.providers.time;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Outcome;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TimeMomentsTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-18T12:00:00Z"), ZoneOffset.UTC);

  abstract static class Moments extends ResourceContract {
    @Override
    protected Provider provider() {
      return new TimeProvider(NOON);
    }

    @Override
    protected boolean stateOnly() {
      return true;
    }
  }

  @Nested
  class Static extends Moments {
    @Override
    protected String type() {
      return "time_static";
    }

    @Override
    protected JsonNode desired() {
      return json("{'triggers':{'a':'b'}}");
    }

    @Override
    protected java.util.Set<String> unknownAfterImport() {
      return java.util.Set.of("triggers");
    }

    @Test
    void keepsTheMoment() {
      JsonNode made = create().attributes();
      assertThat(made.get("rfc3339").asText()).isEqualTo("2026-11-18T12:00:00Z");
      assertThat(made.get("hour").intValue()).isEqualTo(12);
    }
  }

  @Nested
  class Offset extends Moments {
    @Override
    protected String type() {
      return "time_offset";
    }

    @Override
    protected JsonNode desired() {
      return json("{'offset_months':3,'offset_days':-1}");
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(json("{'offset_hours':1}"));
    }

    @Test
    void addsToTheBase() {
      assertThat(create().attributes().get("rfc3339").asText()).isEqualTo("2027-02-17T12:00:00Z");
    }
  }

  @Nested
  class Rotating extends Moments {
    @Override
    protected String type() {
      return "time_rotating";
    }

    @Override
    protected JsonNode desired() {
      return json("{'rotation_days':30}");
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(json("{'rotation_days':60}"));
    }

    @Test
    void isGoneWhenItsTimeIsOver() {
      Outcome.Done old =
          done(create(json("{'rfc3339':'2020-01-01T00:00:00Z','rotation_years':1}")));
      assertThat(session.read(calls.fresh(), type(), prior(old))).isEqualTo(new Outcome.Gone());
    }
  }

  @Nested
  class Steps extends Static {
    @Test
    void sleepWaits() {
      long began = System.nanoTime();
      done(session.runStep(calls.fresh(), "sleep", json("{'duration':'5ms'}")));
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isGreaterThanOrEqualTo(Duration.ofMillis(5));
    }
  }
}
