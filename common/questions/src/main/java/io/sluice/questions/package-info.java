/**
 * Between planning and the programs of real providers: planning's questions in the form that
 * providers answer and that travels, the rounds of asking until a plan is drawn, and the record of
 * answers by which others draw the same plan.
 */
@NullMarked
package io.sluice.questions;

import org.jspecify.annotations.NullMarked;
