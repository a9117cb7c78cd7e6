package io.sluice.cli.plan;

import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.host.HostSettings;
import io.sluice.bridge.host.PluginHost;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.plugin.PackageFinder;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.Planning;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.Rounds;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A plan for which real providers are asked by this process, with the packages that are installed
 * in the directory. A provider is started when there is something to ask it.
 */
final class AskedPlan implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Invocation inside;
  private @Nullable Asker asker;
  private @Nullable PluginHost host;

  private AskedPlan(Invocation inside) {
    this.inside = inside;
  }

  /**
   * @param book takes what providers answer
   */
  static Planning.Drawn of(
      Invocation inside, Planning.Directory request, Snapshot state, AnswerBook book) {
    int parallelism = request.options().parallelism();
    try (AskedPlan asking = new AskedPlan(inside)) {
      Rounds rounds =
          new Rounds(
              asking::answer,
              parallelism > 0 ? parallelism : Rounds.USUAL_PARALLELISM,
              PAUSE,
              elapsed -> inside.note(Elapsed.text(elapsed)));
      return LocalPlan.drawn(rounds.drawn(request, state, book));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of("Planning was interrupted", "Nothing was changed.", "");
    }
  }

  private Answer answer(Asked asked) {
    return asker().answer(asked);
  }

  private synchronized Asker asker() {
    Asker known = asker;
    if (known != null) {
      return known;
    }
    LocalDirectory local = new LocalDirectory(inside.directory());
    local.create();
    PluginHost started =
        new PluginHost(
            HostSettings.usual(local.data().resolve("schemas")),
            new PackageFinder(local.data().resolve("providers"), inside.environment()),
            inside.environment());
    Asker made = new Asker(started, inside.directory());
    host = started;
    asker = made;
    return made;
  }

  @Override
  public synchronized void close() {
    if (host != null) {
      host.close();
    }
  }
}
