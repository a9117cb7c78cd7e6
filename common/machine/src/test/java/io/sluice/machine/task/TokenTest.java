package io.sluice.machine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TokenTest {
  @Property
  void isTheUuidOfWhatItNames(@ForAll String run, @ForAll String node, @ForAll int attempt) {
    String named = "w\n" + run + "\n" + node + "\n" + attempt;
    assertThat(Attempt.token("w", run, node, attempt))
        .isEqualTo(UUID.nameUUIDFromBytes(named.getBytes(StandardCharsets.UTF_8)).toString());
  }
}
