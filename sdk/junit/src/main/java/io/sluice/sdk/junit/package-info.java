/**
 * What a stack would make of an empty workspace, for tests. The same planning as everywhere else,
 * in this process, with Sluice's own providers; nothing is asked and nothing is made.
 */
@NullMarked
package io.sluice.sdk.junit;

import org.jspecify.annotations.NullMarked;
