// Draws a Merkle tree, or the part of it that a proof shows: two nodes on each level. The playground of the site has this file too.

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
  const x = (level, position) => ((position + 0.5) * width) / levels[level].length;
  const y = (level) => height - margin - level * levelHeight;
  const [edges, nodes] = [svg("g"), svg("g")];
  const place = (level, position) => {
    if (isLit && position === path[level]) return `on-path level-${level}`;
    if (isLit && level < depth && position === (path[level] ^ 1)) return `sibling level-${level}`;
    return "";
  };
  levels.forEach((level, row) =>
    level.forEach((hash, position) => {
      const classes = place(row, position);
      const [left, top] = [x(row, position), y(row)];
      if (row < depth) {
        const parent = level.length > 2 ? position >> 1 : path[row + 1];
        const line = svg("path", { class: `edge ${classes}`, d: `M${left} ${top} L${x(row + 1, parent)} ${y(row + 1)}` });
        if (classes) edges.append(line);
        else edges.prepend(line);
      }
      const own = kind(row, position);
      nodes.append(
        svg("circle", { class: `node ${own} ${classes}`, cx: left, cy: top, r: classes || own === "own" ? 3.6 : 2.4 },
          svg("title", {}, `${row === 0 ? "Leaf" : row === depth ? "Root" : `Level ${row}`}: ${short(hash)}…`)),
        ...(hasHashes ? [svg("text", { x: left + 6, y: top + 4 }, short(hash))] : []),
      );
    }),
  );
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "tree", role: "img", "aria-label": label }, edges, nodes);
}
