/**
 * What travels on the topics between the services, each in its envelope. Deciding anything on them
 * belongs to their readers.
 */
@NullMarked
package io.sluice.model.message;

import org.jspecify.annotations.NullMarked;
