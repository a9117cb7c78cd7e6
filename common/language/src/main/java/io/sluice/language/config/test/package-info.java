/** What test files declare: runs, assertions, mocks and overrides. Must not run any. */
@NullMarked
package io.sluice.language.config.test;

import org.jspecify.annotations.NullMarked;
