/**
 * What a provider says of its types: attributes, nested attributes and blocks, and the type of
 * values that follows. A catalogue reads each type when it is first asked for.
 */
@NullMarked
package io.sluice.bridge.schema;

import org.jspecify.annotations.NullMarked;
