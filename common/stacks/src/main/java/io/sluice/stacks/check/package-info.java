/** What can be said of a stack without values, beside what can be said of any module. */
@NullMarked
package io.sluice.stacks.check;

import org.jspecify.annotations.NullMarked;
