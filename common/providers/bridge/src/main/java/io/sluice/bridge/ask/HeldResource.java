package io.sluice.bridge.ask;

import io.sluice.bridge.host.PluginUse;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.OpenEphemeral;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One open resource. A thread renews it when its provider said that it must be, each time with what
 * the last renewal gave; a renewal that fails is the last, and those who use the result see what
 * comes of that.
 */
final class HeldResource implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HeldResource.class);

  /** A provider that wants to be asked all the time is not asked all the time. */
  private static final Duration SHORTEST = Duration.ofMillis(100);

  private final PluginUse use;
  private final Thread renewals;
  private OpenEphemeral open;

  HeldResource(PluginUse use, OpenEphemeral open) {
    this.use = use;
    this.open = open;
    use.hide(HiddenResults.of(open.result()));
    this.renewals =
        open.renewAt().isEmpty()
            ? Thread.ofVirtual().unstarted(() -> {})
            : Thread.ofVirtual().name("ephemeral-renewal").start(this::renew);
  }

  private void renew() {
    try {
      while (open.renewAt().isPresent()) {
        Duration left = Duration.between(Instant.now(), open.renewAt().get());
        Thread.sleep(left.compareTo(SHORTEST) < 0 ? SHORTEST : left);
        switch (use.session().renew(open)) {
          case Reply.Done<OpenEphemeral>(OpenEphemeral next, List<ProviderDiagnostic> said) ->
              open = next;
          case Reply.Refused<OpenEphemeral>(List<ProviderDiagnostic> said) -> {
            tell("was not renewed", text(said));
            return;
          }
          case Reply.Lost<OpenEphemeral>(Loss loss) -> {
            tell("was not renewed", loss.sentence());
            return;
          }
        }
      }
    } catch (InterruptedException e) {
      // It is being closed.
      Thread.currentThread().interrupt();
    }
  }

  private void tell(String what, String why) {
    LOG.warn("An open {} {}: {}", open.type(), what, use.redacted(why));
  }

  private static String text(List<ProviderDiagnostic> said) {
    return said.stream().map(ProviderDiagnostic::sentence).collect(Collectors.joining("; "));
  }

  /** Renewals end first: what is closed is what the last of them gave. */
  @Override
  public void close() {
    try (use) {
      renewals.interrupt();
      awaitRenewals();
      switch (use.session().close(open)) {
        case Reply.Done<OpenEphemeral> done -> {}
        case Reply.Refused<OpenEphemeral>(List<ProviderDiagnostic> said) ->
            tell("was not closed", text(said));
        case Reply.Lost<OpenEphemeral>(Loss loss) -> tell("was not closed", loss.sentence());
      }
    }
  }

  private void awaitRenewals() {
    boolean interrupted = Thread.interrupted();
    while (renewals.getState() != Thread.State.NEW) {
      try {
        renewals.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
