package io.sluice.transport.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Connection;
import io.sluice.transport.TestDeployment;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeasesTest {
  private Connection connection;
  private Ensemble first;
  private Ensemble second;

  @BeforeEach
  void connect() {
    connection = TestDeployment.connection(LeasesTest.class);
    first = Ensemble.connect(connection);
    second = Ensemble.connect(connection);
  }

  @AfterEach
  void close() {
    first.close();
    second.close();
  }

  private static Announcement announcement(String instance) {
    return new Announcement(instance, 0, "http://127.0.0.1:1", "t");
  }

  @Test
  void aLeaseIsFoundOnceItsOwnerAnswers() {
    OwnerDirectory directory = new OwnerDirectory(second, connection);
    Lease lease = new Leases(first).take(0, announcement("a"));
    assertThat(directory.owner(0)).isEmpty();

    lease.announce(7);

    assertThat(directory.owner(0)).map(Announcement::epoch).contains(7L);
    assertThat(lease.lost()).isFalse();
  }

  @Test
  void aReplacedLeaseIsLostAndItsSuccessorHasAHigherCzxid() throws Exception {
    Lease old = new Leases(first).take(0, announcement("a"));
    assertThat(new Leases(second).awaitFree(0, Duration.ofMillis(200))).isFalse();

    Lease newer = new Leases(second).take(0, announcement("b"));

    assertThat(newer.czxid()).isGreaterThan(old.czxid());
    await(old::lost);
    assertThat(newer.lost()).isFalse();
    old.release();
    assertThat(new Leases(first).holder(0).orElseThrow().announcement().instance()).isEqualTo("b");
  }

  @Test
  void aTakerOfFreeLeasesReplacesNoOwner() {
    Lease owner = new Leases(first).take(0, announcement("a"));
    assertThat(new Leases(second).takeFree(0, announcement("b"))).isEmpty();
    assertThat(new Leases(second).holder(0).orElseThrow().announcement().instance()).isEqualTo("a");
    assertThat(owner.lost()).isFalse();

    owner.release();
    Lease reader = new Leases(second).takeFree(0, announcement("b")).orElseThrow();
    assertThat(new Leases(first).holder(0).orElseThrow().czxid()).isEqualTo(reader.czxid());
  }

  @Test
  void aReleasedLeaseIsFreeAtOnce() {
    Lease lease = new Leases(first).take(1, announcement("a"));
    Thread.ofVirtual().start(lease::release);
    assertThat(new Leases(second).awaitFree(1, Duration.ofSeconds(5))).isTrue();
    assertThat(new Leases(second).holder(1)).isEmpty();
  }

  @Test
  void aLeaseGoesWithItsSession() {
    Ensemble dying = Ensemble.connect(connection);
    new Leases(dying).take(0, announcement("a"));
    dying.close();
    assertThat(new Leases(second).awaitFree(0, Duration.ofSeconds(5))).isTrue();
  }

  @Test
  void membersAreSeenWhileTheyLiveAndComeBackAsOthers() throws Exception {
    Members members = new Members(second, Members.WORKERS);
    CountDownLatch changed = new CountDownLatch(2);
    assertThat(members.live()).isEmpty();
    try (AutoCloseable watch = members.watch(changed::countDown)) {
      var description = new Members.Description("w1", "host", 1, "default", 4);
      Membership membership = new Members(first, Members.WORKERS).join(description);
      assertThat(members.live())
          .extracting(Members.Member::incarnation)
          .containsExactly(membership.incarnation());
      assertThat(members.live().getFirst().description()).isEqualTo(description);

      membership.close();
      assertThat(members.live()).extracting(Members.Member::incarnation).isEmpty();
      Membership again = new Members(first, Members.WORKERS).join(description);
      assertThat(members.live())
          .extracting(Members.Member::incarnation)
          .containsExactly(again.incarnation())
          .doesNotContain(membership.incarnation());
      assertThat(changed.await(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aSessionThatExpiresTakesLeaseAndMembershipWithIt() throws Exception {
    Lease lease = new Leases(first).take(0, announcement("a"));
    Membership membership =
        new Members(first, Members.WORKERS)
            .join(new Members.Description("w1", "host", 1, "default", 4));

    first.curator().getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();

    await(() -> lease.lost() && membership.lost());
    await(first::connected);
    Lease again = new Leases(first).take(0, announcement("a"));
    assertThat(again.czxid()).isGreaterThan(lease.czxid());
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 500 && !condition.getAsBoolean(); i++) {
      Thread.sleep(20);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }
}
