// Draws the Merkle tree of an identity, with the path of a proof lit up.

import { short } from "./bytes.js";
import { svg } from "./elements.js";

const [width, levelHeight, margin] = [256, 27, 8];

/**
 * @param leaf the device's own leaf
 * @param isLit whether the path from that leaf is drawn as a proof
 */
export function treeView({ levels, devices }, leaf, isLit) {
  const depth = levels.length - 1;
  const height = depth * levelHeight + 2 * margin;
  const x = (level, position) => ((position + 0.5) * width) / levels[level].length;
  const y = (level) => height - margin - level * levelHeight;
  const [edges, nodes] = [svg("g"), svg("g")];
  const place = (level, position) => {
    if (isLit && position === leaf >> level) return `on-path level-${level}`;
    if (isLit && level < depth && position === ((leaf >> level) ^ 1)) return `sibling level-${level}`;
    return "";
  };
  levels.forEach((level, row) =>
    level.forEach((hash, position) => {
      const kind = place(row, position);
      if (row < depth) {
        const edge = `M${x(row, position)} ${y(row)} L${x(row + 1, position >> 1)} ${y(row + 1)}`;
        const line = svg("path", { class: `edge ${kind}`, d: edge });
        if (kind) edges.append(line);
        else edges.prepend(line);
      }
      const owner = row > 0 ? "" : position === leaf ? "own" : position < devices.length ? "device" : "filler";
      nodes.append(
        svg("circle", { class: `node ${owner} ${kind}`, cx: x(row, position), cy: y(row), r: kind || owner === "own" ? 3.6 : 2.4 },
          svg("title", {}, `${row === 0 ? `Leaf ${position}` : row === depth ? "Root" : `Level ${row}, node ${position}`}: ${short(hash)}…`)),
      );
    }),
  );
  const label = `Merkle tree with ${levels[0].length} leaves, ${devices.length} of them keys of devices. `
    + (isLit ? `The path of the proof leads from leaf ${leaf} over ${depth} levels to the root.` : `This device has leaf ${leaf}.`);
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "tree", role: "img", "aria-label": label }, edges, nodes);
}
