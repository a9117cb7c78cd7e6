package io.sluice.state.silence;

import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.Topics;

/** The partition that is watched, and what its owner asks Kafka with. */
public record Watch(Connection connection, Clients clients, Topics topics, int partition) {}
