package io.sluice.providers.random;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;
import org.junit.jupiter.api.Test;

class RandomPasswordTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new RandomProvider();
  }

  @Override
  protected String type() {
    return "random_password";
  }

  @Override
  protected JsonNode desired() {
    return json("{'length':20,'min_numeric':3,'override_special':'_-'}");
  }

  @Override
  protected boolean stateOnly() {
    return true;
  }

  @Override
  protected String importId(io.sluice.provider.Prior prior) {
    return prior.attributes().get("result").asText();
  }

  @Override
  protected Set<String> unknownAfterImport() {
    return Set.of("bcrypt_hash", "min_numeric", "override_special");
  }

  @Override
  protected Optional<JsonNode> failing() {
    return Optional.of(json("{'length':2,'min_numeric':3}"));
  }

  @Test
  void keepsToItsArguments() {
    for (int i = 0; i < 5; i++) {
      String value =
          done(create(json("{'length':12,'upper':false,'special':false,'min_numeric':4}")))
              .attributes()
              .get("result")
              .asText();
      assertThat(value).matches("[a-z0-9]{12}");
      assertThat(value.chars().filter(Character::isDigit).count()).isGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void theHashIsOfTheValue() {
    JsonNode made = create().attributes();
    assertThat(
            OpenBSDBCrypt.checkPassword(
                made.get("bcrypt_hash").asText(), made.get("result").asText().toCharArray()))
        .isTrue();
    assertThat(schema().sensitivePointers()).isEqualTo(List.of("/result", "/bcrypt_hash"));
  }

  @Test
  void minimumsThatDoNotFitAreTheUsersError() {
    assertThat(failed(create(failing().get())).errorClass()).isEqualTo(ErrorClass.USER);
  }
}
