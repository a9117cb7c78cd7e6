/**
 * Tests of configurations: runs of test files, each on state of its own that lives in this process
 * and is destroyed in the end. Plans with the planning of every command, and applies with the
 * machine and the workers' code, without a broker.
 */
@NullMarked
package io.sluice.cli.trial;

import org.jspecify.annotations.NullMarked;
