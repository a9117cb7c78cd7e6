package io.sluice.state.query;

import io.sluice.transport.TransportFailure;
import io.sluice.transport.zookeeper.Announcement;
import io.sluice.transport.zookeeper.OwnerDirectory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the owner of a workspace on behalf of the client that asked here. A question is passed on
 * once only: while a partition changes hands, two instances may each take the other for its owner.
 */
public final class Forwarding implements AutoCloseable {
  static final String PASSED_ON = "Sluice-Passed-On";
  private static final Logger LOG = LoggerFactory.getLogger(Forwarding.class);
  private static final Duration CALL = Duration.ofSeconds(15);

  private final OwnerDirectory owners;
  private final Announcement self;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(3))
          .build();

  public Forwarding(OwnerDirectory owners, Announcement self) {
    this.owners = owners;
    this.self = self;
  }

  /** Empty when no other instance is known to own it, or the owner does not answer. */
  Optional<Answer> ask(String workspace, String pathAndQuery) {
    try {
      Optional<Announcement> owner = owners.owner(workspace).filter(other -> !other.isOf(self));
      if (owner.isEmpty()) {
        owners.forget(workspace);
        return Optional.empty();
      }
      return Optional.of(ask(owner.get(), pathAndQuery));
    } catch (IOException | TransportFailure e) {
      LOG.debug("the owner of {} did not answer: {}", workspace, e.getMessage());
      owners.forget(workspace);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private Answer ask(Announcement owner, String pathAndQuery)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(owner.address() + pathAndQuery))
            .timeout(CALL)
            .header("Authorization", "Bearer " + owners.httpToken())
            .header(PASSED_ON, self.instance())
            .build();
    HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    if (response.statusCode() == 401 || response.statusCode() == 421) {
      throw new IOException("it has another owner now");
    }
    return new Answer.Passed(response.statusCode(), response.body());
  }

  @Override
  public void close() {
    http.close();
  }
}
