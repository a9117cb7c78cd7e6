/**
 * Java classes made of schemas: of the types of providers, of modules, of the language's functions.
 * It knows the names of the SDK's classes and none of them itself, since it makes a part of them.
 */
@NullMarked
package io.sluice.sdk.generate;

import org.jspecify.annotations.NullMarked;
