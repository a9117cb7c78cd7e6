/**
 * What topics there are: names, partitions, settings, their creation on start and the check of
 * those that exist; which partition a workspace belongs to; the settings of share groups. Must not
 * send or read messages.
 */
@NullMarked
package io.sluice.transport.topic;

import org.jspecify.annotations.NullMarked;
