package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Expressions;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.ResourceType;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.TypedSession;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.seal.Keyring;
import io.sluice.worker.Tasks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.SealedVault;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.ThrottleSettings;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What 2,000 calls that last cost a worker: memory, and threads of the platform. */
final class ManyInFlightTest {
  private static final int MANY = 2_000;

  @TempDir private Path directory;

  @Test
  void keepsTwoThousandOperationsInFlightInLittleMemoryAndFewThreads() throws Exception {
    Slow slow = new Slow();
    TaskExecution execution =
        new TaskExecution(
            ProviderRegistry.of(slow),
            Executions.noPlugins(directory),
            new Sessions(),
            new ProviderGuards(ThrottleSettings.DEFAULT, () -> 1),
            new SealedVault(Keyring.of(new byte[32], "a test")),
            new Environment(Map.of(), "w1", Instant.EPOCH),
            (task, openings) -> Expressions.NONE,
            RootDirectory.open(directory),
            Duration.ofMinutes(5),
            HttpClient.newHttpClient(),
            task -> Workspaces.NONE);
    int threadsBefore = ManagementFactory.getThreadMXBean().getThreadCount();
    long memoryBefore = memory();
    Cancellation end = new Cancellation();
    ConcurrentLinkedQueue<InboxMessage> told = new ConcurrentLinkedQueue<>();
    List<Thread> attempts = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      String claim = "w1-" + i;
      attempts.add(
          Thread.ofVirtual()
              .start(
                  () ->
                      told.add(
                          execution.execute(
                              Tasks.create(RepeatClass.PURE, "{'name':'n'}"),
                              claim,
                              end,
                              () -> true))));
    }

    assertThat(slow.calling.await(30, TimeUnit.SECONDS)).as("all are calling").isTrue();
    int threads = ManagementFactory.getThreadMXBean().getThreadCount() - threadsBefore;
    long memory = memory() - memoryBefore;
    end.cancel("seen enough");
    for (Thread attempt : attempts) {
      attempt.join();
    }

    assertThat(threads).as("platform threads").isLessThan(40);
    assertThat(memory / MANY).as("bytes an operation").isLessThan(64 * 1024);
    assertThat(told)
        .hasSize(MANY)
        .allSatisfy(
            message ->
                assertThat(((InboxMessage.Result) message).outcome())
                    .isEqualTo(io.sluice.model.message.Outcome.OK));
  }

  private static long memory() throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      System.gc();
      Thread.sleep(50);
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Creates nothing until it is cancelled. */
  private static final class Slow implements Provider {
    final CountDownLatch calling = new CountDownLatch(MANY);
    private final TypedSession types = TypedSession.of(new SlowThing());

    @Override
    public String name() {
      return "things";
    }

    @Override
    public ProviderSchema schema() {
      return types.schema();
    }

    @Override
    public Configured configure(JsonNode configuration) {
      return new Configured.Ready(types);
    }

    private final class SlowThing implements ResourceType {
      @Override
      public TypeSchema schema() {
        return TypeSchema.resource(
            "thing",
            "A thing.",
            Repeats.all(RepeatClass.PURE),
            AttributeSchema.optional("name", AttributeType.STRING));
      }

      @Override
      public Outcome create(OperationContext context, JsonNode desired)
          throws InterruptedException {
        calling.countDown();
        context.cancellation().sleep(Duration.ofMinutes(5));
        return new Outcome.Done("thing-1", desired);
      }

      @Override
      public Outcome read(OperationContext context, Prior prior) {
        return new Outcome.Gone();
      }

      @Override
      public Outcome delete(OperationContext context, Prior prior) {
        return new Outcome.Gone();
      }
    }
  }
}
