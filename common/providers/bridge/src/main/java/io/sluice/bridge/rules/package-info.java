/**
 * What Terraform's core makes of configuration, prior state and a provider's answers: pure
 * functions over values and schemas, none of which knows a plugin.
 */
@NullMarked
package io.sluice.bridge.rules;

import org.jspecify.annotations.NullMarked;
