package io.sluice.state.ownership;

import io.sluice.model.message.InboxMessage;
import io.sluice.transport.topic.Topics;

/** The two topics that an owner decides on. */
enum Source {
  ORDERS,
  INBOX;

  String topic(Topics topics) {
    return switch (this) {
      case ORDERS -> topics.orders();
      case INBOX -> topics.inbox();
    };
  }

  /** A message belongs to one topic, so that who may write orders can't write results. */
  boolean carries(InboxMessage message) {
    return message instanceof InboxMessage.Order == (this == ORDERS);
  }
}
