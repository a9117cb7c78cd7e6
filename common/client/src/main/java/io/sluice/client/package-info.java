/**
 * A deployment as programs use it: submitting documents, giving orders, asking for state and runs,
 * following a run's events. Shared by the command line, the tests and whatever else drives runs. It
 * knows no screen and no arguments; what goes wrong is an exception of its own ({@link
 * ClientFailure}) that says in data what happened.
 */
@NullMarked
package io.sluice.client;

import org.jspecify.annotations.NullMarked;
