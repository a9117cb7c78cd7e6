/**
 * What people ask for and what becomes of it: plan documents, options, planned nodes. Data only;
 * planning belongs to {@code common/planning}.
 */
@NullMarked
package io.sluice.model.plan;

import org.jspecify.annotations.NullMarked;
