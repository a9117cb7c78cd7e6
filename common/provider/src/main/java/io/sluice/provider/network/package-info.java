/** What providers that connect to servers share. */
@NullMarked
package io.sluice.provider.network;

import org.jspecify.annotations.NullMarked;
