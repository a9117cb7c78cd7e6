/**
 * The dependency lock file {@code .terraform.lock.hcl}: which version of each provider was chosen
 * and which packages of it may run.
 */
@NullMarked
package io.sluice.install.lock;

import org.jspecify.annotations.NullMarked;
