/**
 * What a call may see of the other workspaces of its deployment: their outputs and their runs. It
 * owns the words for it; who carries tasks out knows how state is asked and runs are submitted.
 */
@NullMarked
package io.sluice.provider.workspace;

import org.jspecify.annotations.NullMarked;
