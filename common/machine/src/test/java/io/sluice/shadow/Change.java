package io.sluice.shadow;

import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import org.jspecify.annotations.Nullable;

/**
 * One record of the topics {@code state} or {@code runs}, written or taken away. The state of a
 * workspace is the fold of these and of nothing else.
 */
public sealed interface Change {
  /** Where a change is written. */
  enum Topic {
    STATE,
    RUNS
  }

  /** The record's key in its topic. */
  String key(String workspace);

  default Topic topic() {
    return Topic.RUNS;
  }

  /** What is written under the key; null is a tombstone. */
  default @Nullable Object value() {
    return null;
  }

  record PutState(StateRecord record) implements Change {
    @Override
    public Topic topic() {
      return Topic.STATE;
    }

    @Override
    public String key(String workspace) {
      return RecordKeys.state(workspace, record.address());
    }

    @Override
    public Object value() {
      return record;
    }
  }

  record RemoveState(Address address) implements Change {
    @Override
    public Topic topic() {
      return Topic.STATE;
    }

    @Override
    public String key(String workspace) {
      return RecordKeys.state(workspace, address);
    }
  }

  record PutWorkspace(WorkspaceRecord record) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.workspace(workspace);
    }

    @Override
    public Object value() {
      return record;
    }
  }

  record RemoveWorkspace() implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.workspace(workspace);
    }
  }

  record PutRun(RunRecord record) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.run(workspace, record.run());
    }

    @Override
    public Object value() {
      return record;
    }
  }

  record RemoveRun(String run) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.run(workspace, run);
    }
  }

  /** What was asked for, kept while it may have to be planned again. */
  record PutSubmission(Submitted submission) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.submission(workspace, submission.run());
    }

    @Override
    public Object value() {
      return submission;
    }
  }

  record RemoveSubmission(String run) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.submission(workspace, run);
    }
  }

  record PutPart(PlanPart part) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.part(workspace, part.run(), part.planId(), part.i());
    }

    @Override
    public Object value() {
      return part;
    }
  }

  record RemovePart(String run, String planId, int i) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.part(workspace, run, planId, i);
    }
  }

  record PutNode(String run, String node, NodeRecord record) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.node(workspace, run, node);
    }

    @Override
    public Object value() {
      return record;
    }
  }

  record RemoveNode(String run, String node) implements Change {
    @Override
    public String key(String workspace) {
      return RecordKeys.node(workspace, run, node);
    }
  }

  /** The change that a record of the topics is, for restoring; {@code key} as it was written. */
  static Change restored(String key, Object value) {
    return switch (value) {
      case StateRecord record -> new PutState(record);
      case WorkspaceRecord record -> new PutWorkspace(record);
      case RunRecord record -> new PutRun(record);
      case Submitted submission -> new PutSubmission(submission);
      case PlanPart part -> new PutPart(part);
      case NodeRecord record -> node(key, record);
      default -> throw new IllegalStateException("no record of state or runs: " + value.getClass());
    };
  }

  private static Change node(String key, NodeRecord record) {
    int run = key.indexOf('/') + 1;
    int node = key.indexOf('/', run) + 1;
    if (run == 0 || node == 0) {
      throw new IllegalStateException("not the key of a node: " + key);
    }
    return new PutNode(key.substring(run, node - 1), key.substring(node), record);
  }
}
