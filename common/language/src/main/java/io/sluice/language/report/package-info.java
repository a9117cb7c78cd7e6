/**
 * Shows diagnostics: to people as text with an excerpt, to programs as JSON of Terraform's shape.
 *
 * <p>Owns how faults look. Must not decide what a fault is.
 */
@NullMarked
package io.sluice.language.report;

import org.jspecify.annotations.NullMarked;
