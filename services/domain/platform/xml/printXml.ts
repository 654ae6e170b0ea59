import type { Element } from "./Element.ts"

/** Unchanged parts keep their bytes. */
export const printXml = ({ attributes, closed, content, end = "", tag }: Element): string => {
  if (closed) return `<${tag}${attributes}/>`
  const inner = content.map((part) => (typeof part === "string" ? part : printXml(part))).join("")
  return `<${tag}${attributes}>${inner}</${tag}${end}>`
}
