package io.sluice.planning.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Eight times as many blocks may cost a little more than eight times as much, not the square. */
final class GrowthTest {
  private static final int FEW = 1_000;
  private static final int MANY = 8 * FEW;
  private static final int MOST = 24;

  @TempDir private Path directory = Path.of("unset");

  @Test
  void costsGrowWithTheNumberOfBlocks() throws IOException {
    Path few = chains(FEW);
    Path many = chains(MANY);
    validate(few);
    plan(few);

    assertThat(validate(many)).as("validating").isLessThan(MOST * validate(few));
    assertThat(plan(many)).as("planning").isLessThan(MOST * plan(few));
  }

  private Path chains(int blocks) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < blocks; i++) {
      String input = i % 10 == 0 ? "\"start\"" : "terraform_data.r" + (i - 1) + ".output";
      text.append("resource \"terraform_data\" \"r%d\" {\n  input = %s\n}\n".formatted(i, input));
    }
    Path module = Files.createDirectory(directory.resolve(Integer.toString(blocks)));
    Files.writeString(module.resolve("main.tf"), text);
    return module;
  }

  private static long validate(Path module) {
    long began = spent();
    assertThat(ConfigurationValidation.of(new DirectorySource(module), SmallWorkspace.REGISTRY))
        .isEmpty();
    return spent() - began;
  }

  private static long plan(Path module) {
    long began = spent();
    ConfigurationPlan plan = new SmallWorkspace().plan(module, RunKind.APPLY, RunOptions.DEFAULT);
    assertThat(plan.plan().nodes()).isNotEmpty();
    return spent() - began;
  }

  /** Of this thread alone: other tests run beside. */
  private static long spent() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
