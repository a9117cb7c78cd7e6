/**
 * Taking a transactional id over so that nothing of its former owner stays open (docs/adr/0011).
 * Must not know what the records mean.
 */
@NullMarked
package io.sluice.transport.transaction;

import org.jspecify.annotations.NullMarked;
