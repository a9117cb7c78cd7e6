/** Terraform as the judge: the program on PATH, where there is one. */
@NullMarked
package io.sluice.bridge.oracle;

import org.jspecify.annotations.NullMarked;
