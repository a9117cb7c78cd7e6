/** Registries, repositories and packages of this machine, for tests. */
package io.sluice.install.support;
