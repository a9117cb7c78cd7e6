package io.sluice.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.bridge.cloud.AwsMirror;
import io.sluice.bridge.cloud.Moto;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The same with the provider for AWS, against AWS's interfaces in memory, behind a proxy that loses
 * every twentieth answer and keeps the ledger: {@code -Psluice.killedPlugins.creates=200}.
 */
class KilledAwsTest extends KilledPlugins {
  private static final int EVERY = 20;
  private static final Pattern GROUP = Pattern.compile("\"logGroupName\":\\s*\"(g\\d+)\"");
  private static final Pattern BLIND =
      Pattern.compile("Action=CreateDhcpOptions&.*Value\\.1=(b\\d+)");
  private static final Pattern USER = Pattern.compile("UserName=(u\\d+)");

  private Moto moto;
  private LossyProxy proxy;

  @Override
  int creates() {
    return Integer.getInteger("sluice.killedPlugins.creates", 0);
  }

  @Override
  Path mirror() throws Exception {
    moto = Moto.start(directory);
    proxy = new LossyProxy(moto.endpoint(), EVERY, 100);
    return AwsMirror.find().orElseThrow();
  }

  @Override
  void close() {
    if (proxy != null) {
      System.out.printf("the proxy lost %d of %d answers%n", proxy.lost(), proxy.answers());
      proxy.close();
      moto.close();
    }
  }

  @Override
  String configuration() {
    String own =
        """
          region                      = "eu-central-1"
          access_key                  = "local"
          secret_key                  = "local"
          skip_credentials_validation = true
          skip_requesting_account_id  = true
          skip_metadata_api_check     = "true"
          endpoints {
            iam  = "URL"
            logs = "URL"
            ec2  = "URL"
            sts  = "URL"
          }
        """
            .replace("URL", proxy.endpoint());
    int each = creates() * 2 / 5;
    return """
    terraform {
      required_providers {
        aws = { source = "hashicorp/aws" }
      }
    }
    provider "aws" {
    %s}
    provider "aws" {
      alias       = "once"
      max_retries = 1
    %s}
    resource "aws_iam_user" "found" {
      for_each = toset([for i in range(%d) : "u${i}"])
      name     = each.key
    }
    resource "aws_cloudwatch_log_group" "found" {
      for_each = toset([for i in range(%d) : "g${i}"])
      name     = each.key
    }
    resource "aws_vpc_dhcp_options" "blind" {
      for_each    = toset([for i in range(%d) : "b${i}"])
      provider    = aws.once
      domain_name = each.key
    }
    """
        .formatted(own, own, each, each, creates() - 2 * each);
  }

  @Override
  boolean isPlugin(String command) {
    return command.contains("terraform-provider-aws");
  }

  @Override
  List<String> made() {
    return made(false);
  }

  @Override
  Set<String> unheard() {
    return Set.copyOf(made(true));
  }

  /**
   * @param unheard only those of which nobody was told
   */
  private List<String> made(boolean unheard) {
    List<String> made = new ArrayList<>();
    for (LossyProxy.Done done : proxy.ledger()) {
      if (unheard && done.heard()) {
        continue;
      }
      boolean isUser = done.request().contains("Action=CreateUser");
      boolean isGroup = done.target().endsWith("CreateLogGroup");
      if (done.status() == 200 && (isUser || isGroup || BLIND.matcher(done.request()).find())) {
        Matcher name = (isUser ? USER : isGroup ? GROUP : BLIND).matcher(done.request());
        assertThat(name.find()).as(done.request()).isTrue();
        made.add(name.group(1));
      }
    }
    return made;
  }

  @Override
  String address(String name) {
    String block =
        switch (name.charAt(0)) {
          case 'u' -> "aws_iam_user.found";
          case 'g' -> "aws_cloudwatch_log_group.found";
          default -> "aws_vpc_dhcp_options.blind";
        };
    return block + "[\"" + name + "\"]";
  }

  @Test
  void knowsWhatBecameOfEachObjectThoughAllIsKilled() throws Exception {
    assumeTrue(creates() > 0, "skipped: the long run was not asked for");
    assumeTrue(AwsMirror.find().isPresent(), "skipped: no mirror has the provider for AWS");
    assumeTrue(Moto.isThere(), "skipped: there is no moto_server");
    deploy();
    killAndLook();
  }
}
