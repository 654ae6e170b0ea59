import type { Element } from "./Element.ts"

/** Serialises an element; unchanged parts keep their bytes. */
export const printXml = ({ attributes, closed, content, end = "", tag }: Element): string =>
  closed
    ? `<${tag}${attributes}/>`
    : `<${tag}${attributes}>${content.map((part) => (typeof part === "string" ? part : printXml(part))).join("")}</${tag}${end}>`
