/**
 * What a partition's owner holds on local disk: the committed records of {@code state} and {@code
 * runs} with the positions that they are at. Written only after Kafka's transaction has committed;
 * lost, it is read again from the topics.
 */
@NullMarked
package io.sluice.state.store;

import org.jspecify.annotations.NullMarked;
