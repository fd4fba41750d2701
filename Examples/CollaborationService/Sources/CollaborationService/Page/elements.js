// Makes and finds elements. The site's playground has this file too.

/**
 * Makes an element from a name, attributes and children, which are elements and texts. What is false is left out.
 * An attribute that is a function listens to the event of its name. One with two dashes is a variable of CSS.
 */
export const html = (name, ...parts) => filled(document.createElement(name), ...parts);
export const svg = (name, ...parts) =>
  filled(document.createElementNS("http://www.w3.org/2000/svg", name), ...parts);

export const byId = (id) => document.getElementById(id);

function filled(element, attributes = {}, ...children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name.startsWith("--")) element.style.setProperty(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(Boolean));
  return element;
}
