/**
 * How providers, versions, constraints and platforms are written, with Terraform's grammar. Pure:
 * must not read files or the network.
 */
@NullMarked
package io.sluice.install.address;

import org.jspecify.annotations.NullMarked;
