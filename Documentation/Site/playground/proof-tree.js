// Draws the path of an inclusion proof from the leaf to the root as SVG: on each level the node of the path and, beside it, the
// hash that the proof brings.

import { isRight } from "./diagnosis.js";

const namespace = "http://www.w3.org/2000/svg";
const [width, rowHeight, boxWidth, boxHeight] = [360, 58, 150, 30];

/** The path has the hashes in hexadecimal from the leaf to the root, both included; the siblings begin beside the leaf. */
export function proofTree({ index, path, siblings, isKnown }) {
  const depth = siblings.length;
  const height = (depth + 1) * rowHeight + 10;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "proof-tree", role: "img" });
  svg.append(element("title", {}, `Path from leaf ${index} over ${depth} levels to the root hash ${short(path[depth])}`));
  const x = (level, right) => (level === depth ? width / 2 : right ? width - boxWidth / 2 - 8 : boxWidth / 2 + 8);
  const y = (level) => height - rowHeight / 2 - level * rowHeight;
  const edges = element("g");
  const nodes = element("g");
  svg.append(edges, nodes);
  for (let level = 0; level < depth; level += 1) {
    const parentX = x(level + 1, isRight(index, level + 1));
    for (const right of [false, true]) {
      const isOnPath = right === isRight(index, level);
      edges.append(element("path", {
        class: isOnPath ? "edge on-path" : "edge",
        d: `M${x(level, right)} ${y(level) - boxHeight / 2} L${parentX} ${y(level + 1) + boxHeight / 2}`,
      }));
      nodes.append(box(x(level, right), y(level), short(isOnPath ? path[level] : siblings[level]), isOnPath ? "on-path" : "sent"));
    }
  }
  nodes.append(box(x(depth), y(depth), short(path[depth]), `on-path ${isKnown ? "known" : "unknown"}`));
  return svg;
}

/** The first four bytes: enough to compare hashes by eye. */
export function short(hash) {
  return hash.slice(0, 8) + "…";
}

function box(x, y, text, kind) {
  const group = element("g", { class: kind });
  group.append(
    element("rect", { x: x - boxWidth / 2, y: y - boxHeight / 2, width: boxWidth, height: boxHeight, rx: 5 }),
    element("text", { x, y: y + 4, "text-anchor": "middle" }, text),
  );
  return group;
}

function element(name, attributes = {}, text = "") {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text) made.textContent = text;
  return made;
}
