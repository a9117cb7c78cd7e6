package io.sluice.machine;

import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.node;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.replacing;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.tasks;
import static io.sluice.machine.Given.update;
import static io.sluice.machine.Given.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Redelivered;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunOutcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplaceTest {
  private final Given given = new Given().existing("t.a", "old");

  private static Node create(boolean first) {
    Node node = Given.create("t.a", first ? new String[0] : new String[] {"t.a#delete"});
    return replacing(node, null, "t.a#delete", first);
  }

  private static Node delete(boolean first, String... after) {
    Node node = node("t.a#delete", Action.DELETE, RepeatClass.TOKEN, after);
    return replacing(node, new Node.Prior(new Address("t.a"), "old", 1), "t.a", first);
  }

  @Test
  void deletesFirstByDefault() {
    assertThat(sent(given.running("r", create(false), delete(false))))
        .containsExactly("t.a#delete@1");

    assertThat(Shown.all(given.when(ok("r", "t.a#delete", 1, "c", null))))
        .containsExactly(
            "- state t.a",
            "+ node t.a#delete SUCCEEDED@1 by c",
            "+ node t.a DISPATCHED@1",
            "+ run r RUNNING claim=PLAN",
            "! NODE_SUCCEEDED t.a#delete",
            "task t.a@1");
  }

  @Test
  void createsFirstAndMovesTheOldOneAsideInTheSameStep() {
    Node dependent = update("t.b", RepeatClass.TOKEN, "b", "t.a");
    given.existing("t.b", "b");
    given.running("r", create(true), delete(true, "t.a", "t.b"), dependent);

    assertThat(given.shows(ok("r", "t.a", 1, "c", "new")))
        .containsExactly(
            "+ state t.a#deposed/old DEPOSED old",
            "+ state t.a OK new",
            "+ node t.a SUCCEEDED@1 by c",
            "+ node t.b DISPATCHED@1",
            "+ run r RUNNING claim=PLAN",
            "! NODE_SUCCEEDED t.a",
            "task t.b@1");
    assertThat(sent(given.when(ok("r", "t.b", 1, "d", "b")))).containsExactly("t.a#delete@1");
    assertThat(Shown.written(given.when(ok("r", "t.a#delete", 1, "e", null))))
        .startsWith("- state t.a#deposed/old", "+ node t.a#delete SUCCEEDED@1 by e");
  }

  /** The id of a file is the hash of its content: the same under another name. */
  @Test
  void anOldObjectWithTheIdOfTheNewOneIsDeletedToo() {
    given.running("r", create(true), delete(true, "t.a"));

    assertThat(given.shows(ok("r", "t.a", 1, "c", "old")))
        .contains("+ state t.a#deposed/old DEPOSED old", "task t.a#delete@1");
    given.when(ok("r", "t.a#delete", 1, "e", null));

    assertThat(given.record("t.a").orElseThrow().id()).isEqualTo("old");
    assertThat(given.record("t.a#deposed/old")).isEmpty();
  }

  /** What is found under that name is not new: its old half would take it away. */
  @Test
  void theHalfThatCreatesFirstIsToldWhatItReplaces() {
    assertThat(tasks(given.running("r", create(true), delete(true, "t.a"))))
        .extracting(Task::replacedIds)
        .containsExactly(Map.of("t.a", "old"));
  }

  @Test
  void killedBetweenItsHalvesItLeavesNoObjectUnrecorded() {
    given.running("r", create(true), delete(true, "t.a"));
    given.when(ok("r", "t.a", 1, "c", "new"));

    Given again = given.restarted();

    assertThat(again.record("t.a").orElseThrow().id()).isEqualTo("new");
    assertThat(again.record("t.a#deposed/old").orElseThrow().status())
        .isEqualTo(RecordStatus.DEPOSED);
    assertThat(again.status("r", "t.a#delete")).contains(NodeStatus.DISPATCHED);
  }

  @Test
  void dependentsAreGivenTheIdOfTheReplacement() {
    Reference reference = new Reference("a.id", "a", new Address("t.a"), "id");
    Node dependent = with(Given.create("t.b", "t.a"), 0, null, List.of(reference));
    given.running("r", create(true), delete(true, "t.a", "t.b"), dependent);

    Task task = tasks(given.when(ok("r", "t.a", 1, "c", "new"))).getFirst();

    assertThat(task.replacedIds()).containsExactly(Map.entry("a", "new"));
    assertThat(task.values().get("a.id").textValue()).isEqualTo("new");
  }

  @Test
  void aCreateInDoubtStandsBesideTheObjectThatItReplaces() {
    given.running("r", InDoubtTest.classed(create(true), RepeatClass.NONE), delete(true, "t.a"));

    assertThat(Shown.written(given.when(inDoubt("r", "t.a", 1, "c"))))
        .contains("+ state t.a#orphan/doubt IN_DOUBT token");
    assertThat(given.record("t.a").orElseThrow().id()).isEqualTo("old");
  }

  /** The object that was to be replaced says nothing of the one that may stand beside it. */
  @Test
  void readingTheObjectSettlesNoCreateInDoubtBesideIt() {
    given.running("r", InDoubtTest.classed(create(true), RepeatClass.NONE), delete(true, "t.a"));
    given.when(inDoubt("r", "t.a", 1, "c"));
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.NEEDS_ATTENTION);

    given.when(
        new Submitted("q", "w", RunKind.REFRESH, Json.object(), RunOptions.DEFAULT, null, "x"));
    given.planned(given.plan("q", "reads", 1, Map.of(), true), Given.read("t.a", "old"));
    given.when(new Redelivered("q", "t.a#read", 1, "d", "count 2"));
    given.when(ok("q", "t.a#read", 2, "d", "old"));

    assertThat(given.run("q").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(given.record("t.a#orphan/doubt")).isPresent();
    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);
  }

  @Test
  void nothingIsDeletedUnderALiveDependent() {
    given.existing("t.b", "b");
    given.running("r", Given.delete("t.a", "t.a", "old", "t.b"), Given.delete("t.b", "t.b", "b"));

    given.when(failed("r", "t.b", 1, "c", ErrorClass.PERMANENT));

    assertThat(given.record("t.a")).isPresent();
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("r").counts().skipped()).isEqualTo(1);
  }
}
