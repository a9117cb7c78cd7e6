/**
 * Terraform's own settings for installing: the CLI configuration files and environment variables.
 * Must not install anything.
 */
@NullMarked
package io.sluice.install.settings;

import org.jspecify.annotations.NullMarked;
