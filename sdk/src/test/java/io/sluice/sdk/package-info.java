@NullMarked
package io.sluice.sdk;

import org.jspecify.annotations.NullMarked;
