package io.sluice.language.instancing;

/** What an evaluation is for; what does not belong to the phase is refused in code. */
public enum Phase {
  /** Nothing is known but the text: variables and resources are unknown. */
  VALIDATE,
  /** Variables and state are known. */
  PLAN,
  /** A worker evaluates what a plan left. */
  APPLY,
  /** A person looks at values: nothing is planned. */
  INSPECT;

  /** Fails when something is asked for that belongs to other phases: that is a bug. */
  public void require(Phase... allowed) {
    for (Phase phase : allowed) {
      if (this == phase) {
        return;
      }
    }
    throw new IllegalStateException("this does not belong to the phase " + this);
  }
}
