package io.sluice.cli.plan;

import io.sluice.bridge.ask.Answer;
import io.sluice.bridge.ask.Asked;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.ask.Batch;
import io.sluice.bridge.ask.ProviderUse;
import io.sluice.bridge.ask.Question;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.host.PluginPackages;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.install.SharedPlugins;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.install.plugin.PackageFinder;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.configuration.ConfigurationValidation;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.AskedValidation;
import io.sluice.questions.Rounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A plan, or a validation, for which real providers are asked by this process, with the packages
 * that are installed in the directory. A provider is started when there is something to ask it.
 */
public final class AskedPlan implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Invocation inside;
  private final PackageFinder finder;
  private @Nullable Asker asker;

  /** What the plan was refused for: a check need not say it again. */
  private final List<String> refusals = new ArrayList<>();

  private @Nullable PluginHost host;

  private AskedPlan(Invocation inside) {
    this.inside = inside;
    this.finder = InstalledProviders.finder(inside);
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
              parallelism > 0 ? parallelism : Batch.USUALLY_AT_ONCE,
              PAUSE,
              elapsed -> inside.note(Elapsed.text(elapsed)));
      Planning.Outcome outcome = rounds.drawn(request, state, book);
      return LocalPlan.drawn(
          outcome instanceof Planning.Refused refused && asking.wasAsked()
              ? asking.allFaults(refused, request, parallelism)
              : outcome);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of("Planning was interrupted", "Nothing was changed.", "");
    } finally {
      book.closed();
    }
  }

  /** What is wrong with a configuration, whatever its values. */
  public static List<Diagnostic> validated(
      Invocation inside, Function<Answers, ConfigurationValidation.Found> validation) {
    try (AskedPlan asking = new AskedPlan(inside)) {
      return asking.validated(validation, Batch.USUALLY_AT_ONCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of("Validation was interrupted", "Nothing was changed.", "");
    }
  }

  private List<Diagnostic> validated(
      Function<Answers, ConfigurationValidation.Found> validation, int parallelism)
      throws InterruptedException {
    return AskedValidation.of(
        validation,
        this::checked,
        parallelism,
        PAUSE,
        elapsed -> inside.note("Validating... [%ds elapsed]".formatted(elapsed.toSeconds())));
  }

  private synchronized boolean wasAsked() {
    return asker != null;
  }

  /**
   * A plan stops at the first objects that providers refuse. What is wrong with the others that can
   * be said without a plan is said too.
   */
  private Planning.Refused allFaults(
      Planning.Refused refused, Planning.Directory request, int parallelism)
      throws InterruptedException {
    Diagnostics all = new Diagnostics();
    all.addAll(refused.reasons());
    refused.reasons().forEach(reason -> refusals.add(reason.detail()));
    for (Diagnostic fault :
        validated(
            request.configuration()::validated,
            parallelism > 0 ? parallelism : Batch.USUALLY_AT_ONCE)) {
      if (refused.reasons().stream().noneMatch(known -> isSame(known, fault))) {
        all.add(fault);
      }
    }
    return new Planning.Refused(all.list(), refused.invalid());
  }

  /** An instance and its block are called by different addresses. */
  private static boolean isSame(Diagnostic known, Diagnostic fault) {
    return known.summary().equals(fault.summary()) && Objects.equals(known.range(), fault.range());
  }

  private Answer answer(Asked asked) {
    return asker().answer(asked);
  }

  /** A check is no reason to fetch a package: without it, what the provider would say is open. */
  private Answer checked(Asked asked) {
    if (!(asked.question() instanceof Question.Validity validity)) {
      return answer(asked);
    }
    ProviderUse use = asked.provider();
    PluginPackages.Wanted wanted =
        new PluginPackages.Wanted(
            use.source(), use.version(), use.hashes(), Optional.of(inside.directory()));
    return switch (finder.findHere(wanted)) {
      case PluginPackages.Found.Program program -> asker().answer(program, asked);
      case PluginPackages.Found.Missing(String reason) -> {
        if (refusals.stream().noneMatch(refusal -> refusal.contains(reason))) {
          inside.noteOnce(
              reason
                  + " What only it can say of its blocks is not checked; `sluice init` installs"
                  + " it.");
        }
        yield new Answer.Given(validity.config(), List.of());
      }
    };
  }

  private synchronized Asker asker() {
    Asker known = asker;
    if (known != null) {
      return known;
    }
    PluginHost started = SharedPlugins.taken(inside);
    Asker made = new Asker(started, inside.directory());
    host = started;
    asker = made;
    return made;
  }

  @Override
  public synchronized void close() {
    if (asker != null) {
      asker.close();
    }
    if (host != null) {
      host.close();
    }
  }
}
