package io.sluice.embedded;

import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import kafka.server.BrokerServer;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfig;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopicConfigCollection;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.controller.Controller;
import org.apache.kafka.controller.ControllerRequestContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the topics of Kafka's own coordinators, as the broker would make each when the first client
 * asks for it: that client would ask again and again meanwhile.
 */
final class InternalTopics {
  private static final Logger LOG = LoggerFactory.getLogger(InternalTopics.class);
  private static final int TIMEOUT_MILLIS = 10_000;

  private InternalTopics() {}

  /** Nothing is waited for. What is there already stays as it is. */
  static void make(Controller controller, BrokerServer broker, int partitions) {
    CreateTopicsRequestData wanted = new CreateTopicsRequestData().setTimeoutMs(TIMEOUT_MILLIS);
    add(
        wanted,
        Topic.GROUP_METADATA_TOPIC_NAME,
        partitions,
        broker.groupCoordinator().groupMetadataTopicConfigs());
    add(
        wanted,
        Topic.TRANSACTION_STATE_TOPIC_NAME,
        partitions,
        broker.transactionCoordinator().transactionTopicConfigs());
    add(
        wanted,
        Topic.SHARE_GROUP_STATE_TOPIC_NAME,
        partitions,
        broker.shareCoordinator().shareGroupStateTopicConfigs());
    controller
        .createTopics(context(), wanted, Set.of(), false)
        .whenComplete(
            (answer, failure) -> {
              if (failure != null) {
                LOG.debug("internal topics are made when they are needed", failure);
              }
            });
  }

  private static void add(
      CreateTopicsRequestData wanted, String name, int partitions, Properties settings) {
    CreatableTopicConfigCollection configs = new CreatableTopicConfigCollection();
    settings
        .stringPropertyNames()
        .forEach(
            key ->
                configs.add(
                    new CreatableTopicConfig().setName(key).setValue(settings.getProperty(key))));
    wanted
        .topics()
        .add(
            new CreatableTopic()
                .setName(name)
                .setNumPartitions(partitions)
                .setReplicationFactor((short) 1)
                .setConfigs(configs));
  }

  private static ControllerRequestContext context() {
    return new ControllerRequestContext(
        new RequestHeaderData(), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
  }
}
