/** The generated messages of the plugin protocols; nothing else stands here. */
@NullMarked
package io.sluice.bridge.wire.proto;

import org.jspecify.annotations.NullMarked;
