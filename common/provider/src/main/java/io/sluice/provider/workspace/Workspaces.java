package io.sluice.provider.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.SortedMap;

/** The other workspaces of the deployment that a task belongs to. */
public interface Workspaces {
  /** For calls outside of any deployment: checks of credentials, tests. */
  Workspaces NONE = workspace -> new Unreadable("there is no deployment here");

  /** What the root module of a workspace gives to others. */
  Look outputs(String workspace);

  /** Their runs, for a call that starts some; empty outside of a deployment. */
  default Optional<Runs> runs() {
    return Optional.empty();
  }

  /** What the run was submitted with whose node asks. */
  default Own submitted() {
    return new NotSubmitted();
  }

  /** What came of looking at the run itself. */
  sealed interface Own {}

  /**
   * @param document as the planner has it
   */
  record Submitted(JsonNode document) implements Own {}

  /** There is no run here, or it has ended. */
  record NotSubmitted() implements Own {}

  /** It can be asked for again later. */
  record Unseen(String why) implements Own {}

  /** What came of looking at a workspace. */
  sealed interface Look {}

  /**
   * @param outputs by name
   */
  record Found(SortedMap<String, WorkspaceOutput> outputs) implements Look {}

  /** Nothing was ever recorded under that name. */
  record Missing() implements Look {}

  /** It may be there, and can be asked for again later. */
  record Unreadable(String why) implements Look {}
}
