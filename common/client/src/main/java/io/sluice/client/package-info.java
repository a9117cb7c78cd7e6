/**
 * A deployment as programs use it: submitting documents, giving orders, asking for state and runs,
 * following a run's events. Shared by the command line, the tests and other programs that drive
 * runs. It must not know screens or arguments. Failures are exceptions of its own ({@link
 * ClientFailure}), which say in data what happened.
 */
@NullMarked
package io.sluice.client;

import org.jspecify.annotations.NullMarked;
