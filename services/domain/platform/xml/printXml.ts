import type { Element } from "./Element.ts"

/** An element as it is sent: what was parsed and not changed has its very bytes. */
export const printXml = ({ attributes, closed, content, end = "", tag }: Element): string =>
  closed ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${content.map((part) => typeof part === "string" ? part : printXml(part)).join("")}</${tag}${end}>`
