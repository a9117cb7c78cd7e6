package io.sluice.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class InvocationTest {
  private static final Path HERE = Path.of("/some/here");

  @Test
  void printsTheWholeCommandAgainAsAShellTakesIt() {
    Invocation typed =
        Captured.quiet(
            HERE, "apply", "-auto-approve", "-var", "who=it's me", "-target=a.b[\"k\"]", "sub dir");

    assertThat(typed.again())
        .isEqualTo(
            "sluice apply -auto-approve -var 'who=it'\\''s me' '-target=a.b[\"k\"]' 'sub dir'");
  }

  @Test
  void printsOtherCommandsForTheSameDeployment() {
    Invocation typed =
        Captured.quiet(HERE, "apply", "--bootstrap-servers", "h:1", "-zookeeper=h:2", "sub");

    assertThat(typed.command("runs", "show", "r1"))
        .isEqualTo("sluice runs show r1 --bootstrap-servers h:1 --zookeeper h:2");
    assertThat(Captured.quiet(HERE, "apply", "sub").in(Path.of("sub")).command(List.of("locks")))
        .isEqualTo("sluice -chdir=sub locks");
    assertThat(Captured.quiet(HERE).in(Path.of("/else where")).command("locks"))
        .isEqualTo("sluice '-chdir=/else where' locks");
  }
}
