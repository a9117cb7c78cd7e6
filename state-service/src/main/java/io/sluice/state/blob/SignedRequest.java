package io.sluice.state.blob;

import io.sluice.model.digest.Sha256;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A request to S3 with a signature of version 4.
 *
 * @param query names and values, not encoded
 * @param content the digest of the body
 */
record SignedRequest(
    S3Place place, String method, String key, SortedMap<String, String> query, String content) {
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final int DAY = 8;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  HttpRequest build(HttpRequest.BodyPublisher body, Instant now) {
    URI address = place.address();
    String path = address.getRawPath() + (key.isEmpty() ? "" : "/" + encoded(key, true));
    String asked =
        query.entrySet().stream()
            .map(each -> encoded(each.getKey(), false) + "=" + encoded(each.getValue(), false))
            .collect(Collectors.joining("&"));
    String time = SECOND.format(now);
    SortedMap<String, String> headers = new TreeMap<>();
    headers.put("host", address.getRawAuthority());
    headers.put("x-amz-content-sha256", content);
    headers.put("x-amz-date", time);
    place.credentials().token().ifPresent(token -> headers.put("x-amz-security-token", token));
    String authorization = authorization(path.isEmpty() ? "/" : path, asked, headers, time);
    URI uri =
        URI.create(
            address.getScheme()
                + "://"
                + address.getRawAuthority()
                + path
                + (asked.isEmpty() ? "" : "?" + asked));
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).timeout(PATIENCE).method(method, body);
    headers.forEach(
        (name, value) -> {
          if (!name.equals("host")) {
            request.header(name, value);
          }
        });
    return request.header("Authorization", authorization).build();
  }

  private String authorization(
      String path, String asked, Map<String, String> headers, String time) {
    String names = String.join(";", headers.keySet());
    String canonical =
        method
            + "\n"
            + path
            + "\n"
            + asked
            + "\n"
            + headers.entrySet().stream()
                .map(each -> each.getKey() + ":" + each.getValue() + "\n")
                .collect(Collectors.joining())
            + "\n"
            + names
            + "\n"
            + content;
    String scope = time.substring(0, DAY) + "/" + place.region() + "/s3/aws4_request";
    String text = ALGORITHM + "\n" + time + "\n" + scope + "\n" + Sha256.hex(canonical);
    byte[] signing = ("AWS4" + place.credentials().secret()).getBytes(StandardCharsets.UTF_8);
    for (String part : scope.split("/", -1)) {
      signing = authenticated(signing, part);
    }
    return "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
        .formatted(
            ALGORITHM,
            place.credentials().id(),
            scope,
            names,
            HexFormat.of().formatHex(authenticated(signing, text)));
  }

  private static byte[] authenticated(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HMAC with SHA-256 is part of every Java", e);
    }
  }

  private static String encoded(String text, boolean isPath) {
    String all =
        URLEncoder.encode(text, StandardCharsets.UTF_8)
            .replace("+", "%20")
            .replace("*", "%2A")
            .replace("%7E", "~");
    return isPath ? all.replace("%2F", "/") : all;
  }
}
