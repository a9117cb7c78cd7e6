package io.sluice.bridge.ask;

import io.sluice.bridge.session.Loss;

/** Ends what a question takes: a call was lost. */
final class Unanswered extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient Loss loss;

  Unanswered(Loss loss) {
    super("unanswered", null, false, false);
    this.loss = loss;
  }

  Loss loss() {
    return loss;
  }
}
