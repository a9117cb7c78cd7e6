package io.sluice.cli.deployment;

import io.sluice.cli.local.LocalDeployment;
import io.sluice.cli.local.LocalDescription;
import io.sluice.cli.local.RestingRecords;
import io.sluice.client.Client;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.Connection;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.query.QueryClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * What a command works on: a fleet, or the local deployment that this process hosts or has joined.
 */
public final class Deployment implements AutoCloseable {
  private final Supplier<LocalDeployment> waking;
  private @Nullable Client client;
  private @Nullable LocalDeployment local;
  private final @Nullable QueryClient resting;
  private final Queue<String> news = new ConcurrentLinkedQueue<>();
  private boolean hurried;
  private Consumer<String> telling = text -> {};
  private Predicate<RunRecord> own = run -> true;

  private Deployment(Client client, @Nullable LocalDeployment local) {
    this.client = client;
    this.local = local;
    this.resting = null;
    this.waking =
        () -> {
          throw new IllegalStateException("a deployment that does not rest has a client");
        };
  }

  private Deployment(RestingRecords records, Supplier<LocalDeployment> waking) {
    this.waking = waking;
    this.resting = QueryClient.resting(records::answer, () -> client().query());
  }

  public static Deployment of(LocalDeployment local) {
    return new Deployment(clientOf(local), local);
  }

  private static Client clientOf(LocalDeployment local) {
    return Client.unchecked(local.connection(), local::requireAlive).asking(local.owners());
  }

  /**
   * A local deployment that nobody hosts: its records are read where they lie, and it starts only
   * when something else is asked of it.
   */
  public static Deployment resting(RestingRecords records, Supplier<LocalDeployment> waking) {
    return new Deployment(records, waking);
  }

  /** Fails within ten seconds when no broker answers at the fleet's address. */
  public static Deployment of(Connection fleet) {
    return new Deployment(Client.connect(fleet), null);
  }

  /** The same where no broker answers: ZooKeeper may. */
  public static Deployment unseen(Connection fleet) {
    return new Deployment(Client.unchecked(fleet, () -> {}), null);
  }

  /** Which runs are this person's, where others have theirs beside them. */
  public Deployment owning(Predicate<RunRecord> which) {
    own = which;
    return this;
  }

  /** The runs that a person means who names none: all of a local deployment. */
  public Predicate<RunRecord> own() {
    return own;
  }

  /** Where to say what takes time and why. */
  public Deployment telling(Consumer<String> listener) {
    telling = listener;
    if (client != null) {
      tell(client);
    }
    return this;
  }

  private void tell(Client waiting) {
    Consumer<String> listener = telling;
    waiting.onWaiting(
        patience ->
            listener.accept(
                "Waiting for a state service to own the partitions (after a crash, this takes until"
                    + " the lease of the previous owner ends, up to "
                    + patience.toSeconds()
                    + " s)..."));
  }

  public Client client() {
    Client made = client;
    if (made == null) {
      LocalDeployment woken = waking.get();
      local = woken;
      made = clientOf(woken);
      tell(made);
      client = made;
    }
    return made;
  }

  public QueryClient query() {
    return resting != null && client == null ? resting : client().query();
  }

  public Optional<LocalDeployment> local() {
    return Optional.ofNullable(local);
  }

  /** Whether it only shows what was there: no run goes on by it. */
  public boolean isIdle() {
    return local == null
        ? resting != null
        : local.description().mode() == LocalDescription.Mode.READ;
  }

  /** Whether nothing runs, and what is asked is read from the records at rest. */
  public boolean isResting() {
    return resting != null && client == null;
  }

  /** Whether this process may go on with runs: it hosts the deployment, or nobody does. */
  public boolean mayHost() {
    return local == null ? resting != null : local.isHost();
  }

  /** Whether there are workers beside this process, which stay when it ends. */
  public boolean hasOthersWork() {
    return local == null
        ? resting == null
        : !local.isHost() && local.description().mode() == LocalDescription.Mode.FULL;
  }

  /** Whether it is this directory's own, and no fleet. */
  public boolean isLocal() {
    return local != null || resting != null;
  }

  /** Whether no run goes on before {@link #begin()}. */
  public boolean isHeld() {
    return local != null && local.isHeld();
  }

  /** Goes on with all runs, if they were held. */
  public void begin() {
    if (local != null) {
      local.begin();
    }
  }

  /**
   * Finds something out beside the command's work; {@link #news()} returns it once it is known, and
   * nothing if it cannot be found out.
   */
  public void learn(Function<QueryClient, List<String>> question) {
    QueryClient asking = client().ownQuery();
    Thread.ofVirtual()
        .name("sluice-learn")
        .start(
            () -> {
              try (asking) {
                news.addAll(question.apply(asking));
              } catch (TransportFailure | KafkaException e) {
                // The command has ended, or will report the problem itself.
              }
            });
  }

  /** What was learned since the last time. */
  public List<String> news() {
    List<String> told = new ArrayList<>();
    for (String line = news.poll(); line != null; line = news.poll()) {
      told.add(line);
    }
    return told;
  }

  /** The person can't wait: closing does not wait for the commands that joined. */
  public void hurry() {
    hurried = true;
  }

  /** Closes the clients first: one that is open sees its server go. */
  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    if (local != null) {
      if (hurried) {
        local.abandon();
      } else {
        local.close();
      }
    }
  }
}
