/**
 * {@code sluice state ...}, taint, untaint and export: shows state and edits it. The edits
 * themselves are pure functions in {@code cli.surgery}.
 */
@NullMarked
package io.sluice.cli.command.state;

import org.jspecify.annotations.NullMarked;
