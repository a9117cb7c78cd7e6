/**
 * A cloud that exists only on this machine: a server in its own process with a ledger of its own
 * and faults on demand, and the provider for it. The ledger is what fault tests judge by, so
 * nothing of Sluice may write to it.
 */
@NullMarked
package io.sluice.providers.fakecloud;

import org.jspecify.annotations.NullMarked;
