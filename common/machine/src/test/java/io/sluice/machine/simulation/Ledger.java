package io.sluice.machine.simulation;

import io.sluice.model.RepeatClass;
import io.sluice.model.message.Task;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The real world: what objects there are, by whose token, and as what. */
final class Ledger {
  static final Duration HIDDEN = Duration.ofSeconds(20);

  record Thing(String id, String address, String token, String config, Instant visibleAt) {}

  final Map<String, Thing> live = new TreeMap<>();

  /** Deleted by somebody else. */
  final Set<String> goneOutside = new HashSet<>();

  /** Made by hand, and not in state yet: nobody has to know of it. */
  final Set<String> outside = new HashSet<>();

  private final Map<String, String> byToken = new HashMap<>();
  private final Predicate<String> shown;
  private int made;

  /**
   * @param shown whether people are shown this object as an orphan
   */
  Ledger(Predicate<String> shown) {
    this.shown = shown;
  }

  /**
   * The id, or empty if it is too early to tell whether there is one.
   *
   * @param proven whether the worker takes it that what can't be found now is not there
   */
  Optional<String> create(Task task, Instant now, boolean proven) {
    String config = task.config().toString();
    String address = task.address().text();
    return switch (task.repeat()) {
      case PURE -> Optional.of("pure-" + ++made);
      case BY_NAME ->
          Optional.of(named(address).map(id -> set(id, config)).orElseGet(() -> make(task, now)));
      case TOKEN ->
          Optional.of(sameToken(task).map(id -> set(id, config)).orElseGet(() -> make(task, now)));
      case SEARCH -> search(task, config, now, proven);
      case NONE -> Optional.of(make(task, now));
    };
  }

  boolean update(@Nullable String id, Task task) {
    if (id == null || (task.repeat() != RepeatClass.PURE && !live.containsKey(id))) {
      return false;
    }
    set(id, task.config().toString());
    return true;
  }

  void delete(@Nullable String id, Task task) {
    if (id == null) {
      throw new Violation(
          "an object without an id cannot be deleted: " + task.node() + " of " + task.run());
    }
    live.remove(id);
  }

  String makeOutside() {
    String id = "found-" + ++made;
    live.put(id, new Thing(id, "by hand", id, "by hand", Instant.EPOCH));
    outside.add(id);
    return id;
  }

  void changeOutside(String id) {
    set(id, "changed outside");
  }

  void deleteOutside(String id) {
    live.remove(id);
    goneOutside.add(id);
  }

  private Optional<String> search(Task task, String config, Instant now, boolean proven) {
    if (!task.recovering()) {
      return Optional.of(make(task, now));
    }
    Optional<String> found = sameToken(task).filter(id -> !live.get(id).visibleAt().isAfter(now));
    if (found.isPresent()) {
      return found.map(id -> set(id, config));
    }
    return proven ? Optional.of(make(task, now)) : Optional.empty();
  }

  private Optional<String> sameToken(Task task) {
    return Optional.ofNullable(byToken.get(task.token())).filter(live::containsKey);
  }

  private Optional<String> named(String address) {
    return live.values().stream()
        .filter(thing -> thing.address().equals(address))
        .map(Thing::id)
        .findFirst();
  }

  private String set(String id, String config) {
    live.computeIfPresent(
        id, (key, was) -> new Thing(id, was.address(), was.token(), config, was.visibleAt()));
    return id;
  }

  private String make(Task task, Instant now) {
    boolean again = byToken.containsKey(task.token()) && task.repeat() != RepeatClass.BY_NAME;
    if (again && task.repeat() != RepeatClass.TOKEN && !shown.test(byToken.get(task.token()))) {
      throw new Violation("a second object by one token: " + task.node() + " of " + task.run());
    }
    String id = "object-" + ++made;
    live.put(
        id,
        new Thing(
            id, task.address().text(), task.token(), task.config().toString(), now.plus(HIDDEN)));
    byToken.put(task.token(), id);
    return id;
  }
}
