package io.sluice.cli.local;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.zookeeper.ZooKeeper;

/** Somebody else on the machine, who knows every port and tries every door of every kind. */
public final class Stranger {
  private static final String GUESS =
      "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"sluice\""
          + " password=\"guess\";";

  private static final int PATIENCE = 4_000;

  private Stranger() {}

  /** One line for each try: the port, what was tried, and {@code IN} or how it was refused. */
  public static void main(String[] ports) throws Exception {
    try (ExecutorService tries = Executors.newCachedThreadPool()) {
      for (String port : ports) {
        List<Future<String>> told = new ArrayList<>();
        doors("127.0.0.1:" + port)
            .forEach(
                (name, door) ->
                    told.add(tries.submit(() -> port + " " + name + " " + answer(door))));
        for (Future<String> line : told) {
          System.out.println(line.get());
        }
      }
    }
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static Map<String, Callable<String>> doors(String address) {
    Map<String, Callable<String>> doors = new TreeMap<>();
    for (String path : List.of("/v1/workspaces", "/v1/runs", "/services")) {
      doors.put("GET" + path, () -> http(address, "GET", path));
    }
    doors.put("POST/stop", () -> http(address, "POST", "/stop"));
    for (boolean guessing : List.of(false, true)) {
      String how = guessing ? "guessing" : "plainly";
      doors.put("kafka-" + how, () -> admin("bootstrap.servers", address, guessing));
      doors.put("controller-" + how, () -> admin("bootstrap.controllers", address, guessing));
      doors.put("submit-" + how, () -> submit(address, guessing));
      doors.put("zookeeper-" + how, () -> zookeeper(address, guessing));
    }
    return doors;
  }

  private static String answer(Callable<String> door) {
    try {
      return door.call();
    } catch (ExecutionException e) {
      return "refused " + e.getCause().getClass().getSimpleName();
    } catch (Exception e) {
      return "refused " + e.getClass().getSimpleName();
    }
  }

  private static String http(String address, String method, String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + address + path))
              .timeout(Duration.ofSeconds(8))
              .header("Authorization", "Bearer guess")
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      return status < 400 ? "IN" : "refused " + status;
    }
  }

  private static String admin(String door, String address, boolean guessing) throws Exception {
    Map<String, Object> settings = settings(door, address, guessing);
    settings.put("default.api.timeout.ms", PATIENCE);
    try (Admin admin = Admin.create(settings)) {
      admin.describeCluster().clusterId().get();
      return "IN";
    }
  }

  private static String submit(String address, boolean guessing) throws Exception {
    Map<String, Object> settings = settings("bootstrap.servers", address, guessing);
    settings.put("max.block.ms", PATIENCE);
    settings.put("delivery.timeout.ms", PATIENCE);
    settings.put("linger.ms", 0);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      producer.send(new ProducerRecord<>("sluice.plans", "stranger", "{}")).get();
      return "IN";
    }
  }

  private static Map<String, Object> settings(String door, String address, boolean guessing) {
    Map<String, Object> settings = new TreeMap<>();
    settings.put(door, address);
    settings.put("request.timeout.ms", PATIENCE / 2);
    if (guessing) {
      settings.put("security.protocol", "SASL_PLAINTEXT");
      settings.put("sasl.mechanism", "PLAIN");
      settings.put("sasl.jaas.config", GUESS);
    }
    return settings;
  }

  private static String zookeeper(String address, boolean guessing) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    try (ZooKeeper client = new ZooKeeper(address, PATIENCE, event -> connected.countDown())) {
      if (guessing) {
        client.addAuthInfo("digest", "sluice:guess".getBytes(StandardCharsets.UTF_8));
      }
      if (!connected.await(4, TimeUnit.SECONDS)) {
        return "refused silence";
      }
      client.getChildren("/", false);
      return "IN";
    }
  }
}
