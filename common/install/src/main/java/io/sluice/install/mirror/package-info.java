/**
 * Where packages can be had: registries, network mirrors, directories, and the order in which they
 * are asked.
 */
@NullMarked
package io.sluice.install.mirror;

import org.jspecify.annotations.NullMarked;
