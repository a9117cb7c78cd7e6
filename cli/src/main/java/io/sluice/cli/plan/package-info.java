/**
 * Plans as this machine draws them before anything is sent: documents and configurations are read
 * and checked, planned on what state holds, shown, and approved. It must not know which command
 * asked.
 */
@NullMarked
package io.sluice.cli.plan;

import org.jspecify.annotations.NullMarked;
