/** Numbers of the language, of up to 512 bits as in Terraform, and their texts. */
@NullMarked
package io.sluice.language.value.number;

import org.jspecify.annotations.NullMarked;
