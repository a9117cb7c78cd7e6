/** What people and their programs are told. */
@NullMarked
package io.sluice.machine.narrate;

import org.jspecify.annotations.NullMarked;
