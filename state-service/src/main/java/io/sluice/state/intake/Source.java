package io.sluice.state.intake;

import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.transport.topic.Topics;

/** The two topics that an owner decides on. */
public enum Source {
  ORDERS,
  INBOX;

  public String topic(Topics topics) {
    return switch (this) {
      case ORDERS -> topics.orders();
      case INBOX -> topics.inbox();
    };
  }

  /** A message belongs to one topic, so that who may write orders can't write results. */
  public boolean carries(InboxMessage message) {
    return message instanceof Order == (this == ORDERS);
  }
}
