package io.sluice.machine.fact;

import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people learn about a node besides its outcome. */
public sealed interface NodeNote {
  /**
   * @param waits for its turn, before it calls
   */
  record Started(boolean waits) implements NodeNote {}

  record Succeeded(Result result) implements NodeNote {}

  /** By the machine itself. */
  record Forgotten() implements NodeNote {}

  /** An object that a delete did not touch: only its record is gone. */
  record Left(Result result) implements NodeNote {}

  /**
   * @param looks the run writes nothing of what it finds: only its events have it
   */
  record Read(Finding finding, Result result, boolean looks) implements NodeNote {}

  /** An object that state does not hold was looked at: only the run's events have it. */
  record Seen(Result result) implements NodeNote {}

  record Cancelled(String why) implements NodeNote {}

  record Expanded(List<Node> nodes) implements NodeNote {}

  /** A person says that it happened, and with which object. */
  record Adopted(@Nullable String id, String by) implements NodeNote {}

  /**
   * @param later with the next apply, because its run has ended
   */
  record Repeated(String by, boolean later) implements NodeNote {}

  record Abandoned(String by) implements NodeNote {}

  /** A person ends a call that hangs. */
  record Interrupted(String by) implements NodeNote {}

  /** Nothing waited for it any more, and it may have made or changed an object. */
  record CameLate(Address address, Result result) implements NodeNote {}
}
