/**
 * Configurations written in Java: a {@link io.sluice.sdk.Stack} of resources, data sources,
 * modules, variables and outputs, written as HCL or JSON or submitted to a fleet. The types of
 * providers are generated from their schemas ({@code sluice sdk generate}); what has no type can be
 * named.
 */
@NullMarked
package io.sluice.sdk;

import org.jspecify.annotations.NullMarked;
