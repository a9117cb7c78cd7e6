package io.sluice.cli.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** Where boxes and arrows go: layers from left to right, as few crossings as can be had. */
record Layout(double width, double height, Map<String, Place> places, List<List<Point>> ways) {
  static {
    // Outside of Eclipse it has to be given a way to copy its values.
    LayoutMetaDataService.initElkReflect();
  }

  record Point(double x, double y) {}

  record Place(double x, double y, double width, double height) {}

  /**
   * @param width of a box by its name
   */
  static Layout of(Drawing drawing, Map<String, Double> width, double height) {
    ElkNode root = ElkGraphUtil.createGraph();
    root.setProperty(LayeredOptions.DIRECTION, Direction.RIGHT);
    root.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    root.setProperty(LayeredOptions.SPACING_NODE_NODE, 18.0);
    root.setProperty(LayeredOptions.SPACING_EDGE_EDGE, 8.0);
    root.setProperty(LayeredOptions.SPACING_EDGE_NODE, 14.0);
    root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 48.0);
    root.setProperty(LayeredOptions.PADDING, new ElkPadding(28));
    Map<String, ElkNode> nodes = new LinkedHashMap<>();
    for (String name : drawing.boxes().keySet()) {
      ElkNode node = ElkGraphUtil.createNode(root);
      node.setDimensions(width.getOrDefault(name, 100.0), height);
      nodes.put(name, node);
    }
    List<ElkEdge> edges = new ArrayList<>();
    for (Drawing.Arrow arrow : drawing.arrows()) {
      edges.add(
          ElkGraphUtil.createSimpleEdge(nodes.get(arrow.first()), nodes.get(arrow.waiting())));
    }
    new LayeredLayoutProvider().layout(root, new BasicProgressMonitor());
    Map<String, Place> places = new LinkedHashMap<>();
    nodes.forEach(
        (name, node) ->
            places.put(
                name, new Place(node.getX(), node.getY(), node.getWidth(), node.getHeight())));
    return new Layout(
        root.getWidth(), root.getHeight(), places, edges.stream().map(Layout::way).toList());
  }

  private static List<Point> way(ElkEdge edge) {
    List<Point> points = new ArrayList<>();
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(new Point(section.getStartX(), section.getStartY()));
      section.getBendPoints().forEach(bend -> points.add(new Point(bend.getX(), bend.getY())));
      points.add(new Point(section.getEndX(), section.getEndY()));
    }
    return points;
  }
}
