/**
 * Topics, ACLs and client quotas of a Kafka cluster, by its admin client. Must not produce or
 * consume records.
 */
@NullMarked
package io.sluice.providers.kafka;

import org.jspecify.annotations.NullMarked;
