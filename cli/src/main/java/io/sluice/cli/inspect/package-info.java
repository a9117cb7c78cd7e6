/**
 * Looking at a configuration from outside of any plan: expressions as people type them, and what
 * their names stand for. It changes nothing and must not start anything.
 */
@NullMarked
package io.sluice.cli.inspect;

import org.jspecify.annotations.NullMarked;
