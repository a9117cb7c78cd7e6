package com.acme.gallery;

import static io.sluice.sdk.value.Values.template;

import com.acme.gallery.aws.*;
import io.sluice.sdk.Stack;
import io.sluice.sdk.block.Output;
import io.sluice.sdk.block.Variable;
import io.sluice.sdk.function.Functions;
import io.sluice.sdk.value.Kind;
import io.sluice.sdk.value.ListValue;
import io.sluice.sdk.value.MapValue;
import io.sluice.sdk.value.NumberValue;
import io.sluice.sdk.value.TextValue;
import java.util.Map;

/** The module network: a subnet for each zone, and what may come in. */
final class Network {
  private static final String EVERYWHERE = "0.0.0.0/0";

  final Stack stack = new Stack("network");
  final Variable<TextValue> name = stack.add(Variable.text("name"));
  final Variable<TextValue> cidr = stack.add(Variable.text("cidr"));
  final Variable<MapValue<NumberValue>> ports =
      stack.add(Variable.of("ports", Kind.map(Kind.NUMBER)));

  final Output<TextValue> vpc;
  final Output<MapValue<TextValue>> subnets;
  final Output<TextValue> securityGroup;
  final Output<TextValue> guests;

  Network() {
    AwsVpc main =
        stack.add(
            new AwsVpc("main")
                .cidrBlock(cidr.value())
                .enableDnsHostnames(true)
                .tags(Map.of("Name", name.value())));
    AwsSubnet zone = subnets(main);
    route(main, zone);
    AwsSecurityGroup web = web(main);
    AwsSecurityGroup guest = guests(main);

    vpc = stack.output("vpc", main.id());
    subnets = stack.output("subnets", zone.byKey().mapped((key, one) -> one.cidrBlock()));
    securityGroup = stack.output("security_group", web.id());
    guests = stack.output("guests", guest.id());
  }

  private AwsSubnet subnets(AwsVpc main) {
    AwsAvailabilityZonesData here =
        stack.add(new AwsAvailabilityZonesData("here").state("available"));
    ListValue<TextValue> zones =
        stack.local(
            "zones", Functions.slice(Functions.sort(here.names()), 0, 2).asListOf(Kind.TEXT));
    return stack.add(
        new AwsSubnet("zone")
            .forEach(
                zones.keyed((index, zone) -> zone, (index, zone) -> index),
                (zone, index, one) ->
                    one.vpcId(main.id())
                        .availabilityZone(zone)
                        .cidrBlock(Functions.cidrsubnet(main.cidrBlock(), 8, index))
                        .tags(Map.of("Name", template(name.value(), "-", zone)))));
  }

  private void route(AwsVpc main, AwsSubnet zone) {
    AwsInternetGateway gateway =
        stack.add(
            new AwsInternetGateway("main").vpcId(main.id()).tags(Map.of("Name", name.value())));
    AwsRouteTable table =
        stack.add(
            new AwsRouteTable("main")
                .vpcId(main.id())
                .tags(Map.of("Name", name.value()))
                .route(route -> route.cidrBlock(EVERYWHERE).gatewayId(gateway.id())));
    stack.add(
        new AwsRouteTableAssociation("zone")
            .forEach(zone.byKey(), (key, subnet, one) -> one.subnetId(subnet.id()))
            .routeTableId(table.id()));
  }

  private AwsSecurityGroup web(AwsVpc main) {
    return stack.add(
        new AwsSecurityGroup("web")
            .name(template(name.value(), "-web"))
            .description(template("Visitors of ", name.value()))
            .vpcId(main.id())
            .ingress(
                ports.value(),
                (what, port, rule) ->
                    rule.description(what)
                        .protocol("tcp")
                        .fromPort(port)
                        .toPort(port)
                        .cidrBlocks(EVERYWHERE))
            .ingress(
                rule ->
                    rule.description("among themselves")
                        .protocol("-1")
                        .fromPort(0)
                        .toPort(0)
                        .self(true))
            .egress(rule -> rule.protocol("-1").fromPort(0).toPort(0).cidrBlocks(EVERYWHERE)));
  }

  /** Someone else opens ports in this one; the network does not close them. */
  private AwsSecurityGroup guests(AwsVpc main) {
    return stack.add(
        new AwsSecurityGroup("guests")
            .name(template(name.value(), "-guests"))
            .description(template("Guests of ", name.value()))
            .vpcId(main.id())
            .ingress(
                rule ->
                    rule.description("ssh")
                        .protocol("tcp")
                        .fromPort(22)
                        .toPort(22)
                        .cidrBlocks(cidr.value()))
            .lifecycle(rules -> rules.ignoreChanges("ingress")));
  }
}
