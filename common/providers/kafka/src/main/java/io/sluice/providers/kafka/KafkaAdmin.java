package io.sluice.providers.kafka;

import io.sluice.provider.OperationContext;
import io.sluice.provider.ProviderFailure;
import io.sluice.providers.kafka.KafkaCall.Refused;
import org.apache.kafka.clients.admin.Admin;

/** The admin client that the types of one configuration share. */
record KafkaAdmin(Admin client) {

  /** Of each operation its own: it remembers whether anything was written. */
  KafkaCall call(OperationContext context) {
    return new KafkaCall(context);
  }

  void reach(OperationContext context) throws ProviderFailure, InterruptedException {
    try {
      call(context).look(client.describeCluster().nodes());
    } catch (Refused e) {
      throw ProviderFailure.permanent("NOT_REACHED", "asking who is there: " + e.getMessage());
    }
  }
}
