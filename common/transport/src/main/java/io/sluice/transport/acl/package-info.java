/** Who may do what in the Kafka of a fleet: the least that each role needs. */
@NullMarked
package io.sluice.transport.acl;

import org.jspecify.annotations.NullMarked;
