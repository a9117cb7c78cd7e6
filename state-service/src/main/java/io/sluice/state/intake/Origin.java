package io.sluice.state.intake;

/** What a decision came from, and so what is to blame when it can't travel. */
public sealed interface Origin {
  /** A record that was read. */
  record Read(Source source, long offset) implements Origin {
    @Override
    public String toString() {
      return (source == Source.INBOX ? "inbox" : "orders") + " offset " + offset;
    }
  }

  /** A timer, a worker that is gone, an attempt that no worker reported on. */
  record Own(String workspace) implements Origin {
    @Override
    public String toString() {
      return "workspace " + workspace;
    }
  }

  /** The report to the people of a workspace that its own inputs fail. */
  record Telling(String workspace) implements Origin {
    @Override
    public String toString() {
      return "the report about workspace " + workspace;
    }
  }
}
