// Draws a Merkle tree, or the part that a proof shows: two nodes on each level. The site's playground has it too.

import { short } from "./bytes.js";
import { svg } from "./elements.js";

const [width, margin] = [256, 8];

/**
 * @param levels the hashes of each level, the leaves first
 * @param path the position of a node on each level, from a leaf to the root
 * @param isLit whether the path is drawn as that of a proof, with the hashes beside it
 * @param kind gives the class that a node has for what it is, by its level and position
 */
export function treeView({ levels, path, isLit, kind, label }) {
  const depth = levels.length - 1;
  const [hasHashes, levelHeight] = levels[0].length > 2 ? [false, 27] : [true, 44];
  const height = depth * levelHeight + 2 * margin;
  const x = (row, position) => ((position + 0.5) * width) / levels[row].length;
  const y = (row) => height - margin - row * levelHeight;
  const [edges, litEdges, nodes] = [[], [], []];
  levels.forEach((level, row) => level.forEach((hash, position) => {
    const [left, top] = [x(row, position), y(row)];
    const isSibling = row < depth && position === (path[row] ^ 1);
    const state = !isLit ? "" : position === path[row] ? "on-path" : isSibling ? "sibling" : "";
    if (row < depth) {
      const parent = level.length > 2 ? position >> 1 : path[row + 1];
      const line = `M${left} ${top} L${x(row + 1, parent)} ${y(row + 1)}`;
      (state ? litEdges : edges).push(svg("path", { class: `edge ${state}`, d: line }));
    }
    const own = kind(row, position);
    const name = row === 0 ? "Leaf" : row === depth ? "Root" : `Level ${row}`;
    const radius = state || own === "own" ? 3.6 : 2.4;
    nodes.push(svg("circle", { class: `node ${own} ${state}`, cx: left, cy: top, r: radius },
      svg("title", {}, `${name}: ${short(hash)}…`)));
    if (hasHashes) nodes.push(svg("text", { x: left + 6, y: top + 4 }, short(hash)));
  }));
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "tree", role: "img", "aria-label": label },
    ...edges, ...litEdges, ...nodes);
}
