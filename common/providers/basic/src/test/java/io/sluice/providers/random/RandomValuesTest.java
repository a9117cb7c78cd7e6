package io.sluice.providers.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RandomValuesTest {
  abstract static class Random extends ResourceContract {
    private final String type;
    private final String config;

    Random(String type, String config) {
      this.type = type;
      this.config = config;
    }

    @Override
    protected Provider provider() {
      return new RandomProvider();
    }

    @Override
    protected String type() {
      return type;
    }

    @Override
    protected JsonNode desired() {
      return json(config);
    }

    @Override
    protected boolean stateOnly() {
      return true;
    }
  }

  @Nested
  class Uuid extends Random {
    Uuid() {
      super("random_uuid", "{}");
    }
  }

  @Nested
  class Text extends Random {
    Text() {
      super("random_string", "{'length':9,'special':false}");
    }

    @Override
    protected Set<String> unknownAfterImport() {
      return Set.of("special");
    }

    @Test
    void isNoSecret() {
      assertThat(schema().sensitivePointers()).isEmpty();
      assertThat(create().id()).matches("[a-zA-Z0-9]{9}");
    }
  }

  @Nested
  class Bytes extends Random {
    Bytes() {
      super("random_bytes", "{'length':16}");
    }

    @Override
    protected String importId(io.sluice.provider.Prior prior) {
      return prior.attributes().get("base64").asText();
    }
  }

  @Nested
  class Number extends Random {
    Number() {
      super("random_integer", "{'min':1,'max':3}");
    }

    @Test
    void reachesBothEnds() {
      Set<Integer> seen = new HashSet<>();
      for (int i = 0; i < 200; i++) {
        seen.add(create().attributes().get("result").intValue());
      }
      assertThat(seen).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void anEmptyRangeIsTheUsersError() {
      assertThat(failed(create(json("{'min':2,'max':1}"))).code()).isEqualTo("EMPTY_RANGE");
    }
  }

  @Nested
  class Shuffle extends Random {
    Shuffle() {
      super("random_shuffle", "{'input':['a','b','c'],'result_count':5,'seed':'x'}");
    }

    @Test
    void theSameSeedGivesTheSameOrder() {
      JsonNode once = create().attributes().get("result");
      assertThat(once).hasSize(5).isEqualTo(create().attributes().get("result"));
    }
  }

  @Nested
  class Pet extends Random {
    Pet() {
      super("random_pet", "{'length':3,'prefix':'my','separator':'_'}");
    }

    @Test
    void isMadeOfWords() {
      assertThat(create().id()).matches("my_[a-z]+_[a-z]+_[a-z]+");
    }
  }
}
