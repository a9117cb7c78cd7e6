@NullMarked
package io.sluice.cli.sdk;

import org.jspecify.annotations.NullMarked;
