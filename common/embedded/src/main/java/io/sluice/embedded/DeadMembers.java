package io.sluice.embedded;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.apache.kafka.common.message.LeaveGroupRequestData;
import org.apache.kafka.common.message.LeaveGroupRequestData.MemberIdentity;
import org.apache.kafka.common.message.ShareGroupHeartbeatRequestData;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ShareGroupHeartbeatRequest;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has members leave their groups whose processes are dead. Kafka keeps members in a topic: after a
 * kill, a group of the next start would wait for those of the last one, and a share group would
 * give them partitions that nobody reads, until their sessions are over. Nothing depends on this
 * but time, so a group that does not answer is left as it is.
 */
final class DeadMembers {
  private static final Logger LOG = LoggerFactory.getLogger(DeadMembers.class);
  private static final Duration LOADED_WITHIN = Duration.ofSeconds(5);
  private static final long LOOK_MILLIS = 10;
  private static final Set<Errors> LOADING =
      Set.of(
          Errors.COORDINATOR_LOAD_IN_PROGRESS,
          Errors.COORDINATOR_NOT_AVAILABLE,
          Errors.NOT_COORDINATOR);

  private final GroupCoordinator groups;

  DeadMembers(GroupCoordinator groups) {
    this.groups = groups;
  }

  void leave(String group) {
    attempt(
        group,
        () -> {
          var found =
              loaded(
                  () -> groups.describeGroups(context(ApiKeys.DESCRIBE_GROUPS), List.of(group)),
                  each -> each.getFirst().errorCode());
          List<MemberIdentity> members =
              found.getFirst().members().stream()
                  .map(
                      member ->
                          new MemberIdentity()
                              .setMemberId(member.memberId())
                              .setGroupInstanceId(member.groupInstanceId()))
                  .toList();
          if (!members.isEmpty()) {
            answer(
                groups.leaveGroup(
                    context(ApiKeys.LEAVE_GROUP),
                    new LeaveGroupRequestData().setGroupId(group).setMembers(members)));
          }
          return members.size();
        });
  }

  void leaveSharing(String group) {
    attempt(
        group,
        () -> {
          var members =
              loaded(
                      () ->
                          groups.shareGroupDescribe(
                              context(ApiKeys.SHARE_GROUP_DESCRIBE), List.of(group)),
                      each -> each.getFirst().errorCode())
                  .getFirst()
                  .members();
          for (var member : members) {
            answer(
                groups.shareGroupHeartbeat(
                    context(ApiKeys.SHARE_GROUP_HEARTBEAT),
                    new ShareGroupHeartbeatRequestData()
                        .setGroupId(group)
                        .setMemberId(member.memberId())
                        .setMemberEpoch(ShareGroupHeartbeatRequest.LEAVE_GROUP_MEMBER_EPOCH)));
          }
          return members.size();
        });
  }

  /** What a coordinator is asked. */
  @FunctionalInterface
  private interface Leaving {
    int left() throws ExecutionException, InterruptedException, TimeoutException;
  }

  private static void attempt(String group, Leaving leaving) {
    try {
      int left = leaving.left();
      if (left > 0) {
        LOG.info("{} members of the group {} are of a process that is dead", left, group);
      }
    } catch (ExecutionException | TimeoutException | RuntimeException e) {
      LOG.debug("members of the group {} are left to their time-out", group, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The coordinator reads its topic when its broker starts: until then it knows no group. */
  private static <T> T loaded(Supplier<CompletableFuture<T>> question, ToIntFunction<T> error)
      throws ExecutionException, InterruptedException, TimeoutException {
    long began = System.nanoTime();
    while (true) {
      T answer = answer(question.get());
      boolean loading = LOADING.contains(Errors.forCode((short) error.applyAsInt(answer)));
      if (!loading || System.nanoTime() - began > LOADED_WITHIN.toNanos()) {
        return answer;
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static <T> T answer(CompletableFuture<T> future)
      throws ExecutionException, InterruptedException, TimeoutException {
    return future.get(LOADED_WITHIN.toSeconds(), TimeUnit.SECONDS);
  }

  private static RequestContext context(ApiKeys request) {
    return new RequestContext(
        new RequestHeader(request, request.latestVersion(), "sluice-start", 0),
        "sluice-start",
        InetAddress.getLoopbackAddress(),
        KafkaPrincipal.ANONYMOUS,
        new ListenerName("CLIENTS"),
        SecurityProtocol.PLAINTEXT,
        ClientInformation.EMPTY,
        false);
  }
}
