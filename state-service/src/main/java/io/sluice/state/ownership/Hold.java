package io.sluice.state.ownership;

import io.sluice.transport.zookeeper.Lease;

/** The lease of a partition, as far as its owner's work is concerned. */
interface Hold {
  /** Rises with every lease that is taken. */
  long czxid();

  boolean lost();

  /** The owner has taken over and answers queries. */
  void announce(long epoch);

  static Hold of(Lease lease) {
    return new Hold() {
      @Override
      public long czxid() {
        return lease.czxid();
      }

      @Override
      public boolean lost() {
        return lease.lost();
      }

      @Override
      public void announce(long epoch) {
        lease.announce(epoch);
      }
    };
  }
}
