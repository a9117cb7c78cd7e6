package io.sluice.cli.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.eclipse.elk.alg.layered.LayeredLayoutProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.core.options.HierarchyHandling;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import org.jspecify.annotations.Nullable;

/**
 * Where boxes and arrows go: layers from left to right, as few crossings as can be had.
 *
 * @param modules by their paths, the outer ones before the inner ones
 */
record Layout(
    double width,
    double height,
    Map<String, Place> places,
    Map<String, Place> modules,
    List<List<Point>> ways) {
  static {
    // Outside of Eclipse it has to be given a way to copy its values.
    LayoutMetaDataService.initElkReflect();
  }

  record Point(double x, double y) {
    private Point plus(double right, double down) {
      return new Point(x + right, y + down);
    }
  }

  record Place(double x, double y, double width, double height) {}

  /**
   * @param width of a box by its name
   */
  static Layout of(Drawing drawing, Map<String, Double> width, double height) {
    ElkNode root = ElkGraphUtil.createGraph();
    ModuleBox modules = ModuleBox.root(drawing);
    if (!modules.inner().isEmpty()) {
      root.setProperty(LayeredOptions.HIERARCHY_HANDLING, HierarchyHandling.INCLUDE_CHILDREN);
    }
    arrange(root);
    root.setProperty(LayeredOptions.PADDING, new ElkPadding(28));
    Map<String, ElkNode> nodes = new LinkedHashMap<>();
    Map<String, ElkNode> around = new LinkedHashMap<>();
    add(
        modules,
        root,
        around,
        (name, parent) -> {
          ElkNode node = ElkGraphUtil.createNode(parent);
          node.setDimensions(width.getOrDefault(name, 100.0), height);
          nodes.put(name, node);
        });
    List<ElkEdge> edges = new ArrayList<>();
    for (Drawing.Arrow arrow : drawing.arrows()) {
      edges.add(
          ElkGraphUtil.createSimpleEdge(nodes.get(arrow.first()), nodes.get(arrow.waiting())));
    }
    new LayeredLayoutProvider().layout(root, new BasicProgressMonitor());
    return new Layout(
        root.getWidth(),
        root.getHeight(),
        places(nodes),
        places(around),
        edges.stream().map(Layout::way).toList());
  }

  private static void arrange(ElkNode graph) {
    graph.setProperty(LayeredOptions.DIRECTION, Direction.RIGHT);
    graph.setProperty(LayeredOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE, 18.0);
    graph.setProperty(LayeredOptions.SPACING_EDGE_EDGE, 8.0);
    graph.setProperty(LayeredOptions.SPACING_EDGE_NODE, 14.0);
    graph.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 48.0);
  }

  private static void add(
      ModuleBox module,
      ElkNode parent,
      Map<String, ElkNode> around,
      BiConsumer<String, ElkNode> box) {
    module.boxes().forEach(each -> box.accept(each.name(), parent));
    for (ModuleBox inner : module.inner().values()) {
      ElkNode node = ElkGraphUtil.createNode(parent);
      arrange(node);
      node.setProperty(LayeredOptions.HIERARCHY_HANDLING, HierarchyHandling.INCLUDE_CHILDREN);
      node.setProperty(LayeredOptions.PADDING, new ElkPadding(34, 16, 16, 16));
      around.put(inner.path(), node);
      add(inner, node, around, box);
    }
  }

  private static Map<String, Place> places(Map<String, ElkNode> nodes) {
    Map<String, Place> places = new LinkedHashMap<>();
    nodes.forEach(
        (name, node) -> {
          Point corner = corner(node);
          places.put(name, new Place(corner.x(), corner.y(), node.getWidth(), node.getHeight()));
        });
    return places;
  }

  /** Positions are those within what is around. */
  private static Point corner(@Nullable ElkNode node) {
    double x = 0;
    double y = 0;
    for (ElkNode at = node; at != null; at = at.getParent()) {
      x += at.getX();
      y += at.getY();
    }
    return new Point(x, y);
  }

  private static List<Point> way(ElkEdge edge) {
    Point from = corner(edge.getContainingNode());
    List<Point> points = new ArrayList<>();
    for (ElkEdgeSection section : edge.getSections()) {
      points.add(from.plus(section.getStartX(), section.getStartY()));
      section.getBendPoints().forEach(bend -> points.add(from.plus(bend.getX(), bend.getY())));
      points.add(from.plus(section.getEndX(), section.getEndY()));
    }
    return points;
  }
}
