package io.sluice.machine.run;

/**
 * What the planner was asked.
 *
 * @param attempted attempts made until a plan was last thrown away: later ones are numbered from
 *     there on, so that no two of a node have one number
 * @param round counts the requests: the answer to an earlier one says nothing any more
 * @param at the version at which it was last asked
 * @param unanswered how often in a row it was asked in vain
 */
public record Asking(int attempted, int round, long at, int unanswered) {
  public Asking again(long version) {
    return new Asking(attempted, round + 1, version, unanswered);
  }

  public Asking attempted(int more) {
    return new Asking(attempted + more, round, at, unanswered);
  }

  public Asking answered() {
    return new Asking(attempted, round, at, 0);
  }

  public Asking inVain() {
    return new Asking(attempted, round, at, unanswered + 1);
  }
}
