/**
 * The plugin processes of one JVM: started when somebody needs them, shared by all who need the
 * same, ended when nobody does. It knows nothing of tasks or plans.
 */
@NullMarked
package io.sluice.bridge.host;

import org.jspecify.annotations.NullMarked;
