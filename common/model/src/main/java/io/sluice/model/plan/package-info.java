/**
 * What people ask for and what becomes of it: plan documents, options, planned nodes. Data only;
 * planning itself belongs to the planner service.
 */
@NullMarked
package io.sluice.model.plan;

import org.jspecify.annotations.NullMarked;
