import type { Element } from "#domain/platform/xml/Element.ts"
import { nameOf } from "#domain/platform/xml/Element.ts"
import { parseXmlDocument } from "#domain/platform/xml/parseXml.ts"
import { printXml } from "#domain/platform/xml/printXml.ts"
import { dice } from "../xml/randomXml.ts"

export interface Mark {
  readonly text: string
  readonly within: ReadonlyArray<string>
}

export const strewn = (
  stored: string,
  seed: number
): { readonly text: string; readonly marks: ReadonlyArray<Mark> } => {
  const document = parseXmlDocument(stored)
  if (document === null) throw new Error("no document")
  const roll = dice(seed)
  const marks: Array<Mark> = []
  const counted = new Map<string, number>()
  const mark = (text: string, within: ReadonlyArray<string>): string => {
    marks.push({ text, within })
    return text
  }
  const unknown = (within: ReadonlyArray<string>): string => {
    const id = marks.length
    return mark(
      [
        `<Zz${id} a="${id}">text<Inner/> ${id}</Zz${id}>`,
        `<x:Zz${id} xmlns:x='urn:x'/>`,
        `<!-- Zz${id} > -->`,
        `<?Zz${id} ?>`
      ][roll(4)]!,
      within
    )
  }
  const walk = (element: Element, above: ReadonlyArray<string>): Element => {
    const name = nameOf(element)
    const at = counted.get(name) ?? 0
    counted.set(name, at + 1)
    const within = [...above, `${name}#${at}`]
    const attributes =
      roll(3) === 0 ? element.attributes + mark(` zz:k${marks.length}="v>"`, within) : element.attributes
    if (!element.content.some((part) => typeof part !== "string")) return { ...element, attributes }
    const content = element.content.flatMap((part) => [
      ...(roll(2) === 0 ? [unknown(within)] : []),
      ...(roll(3) === 0 ? ["\n  "] : []),
      typeof part === "string" ? part : walk(part, within)
    ])
    return { ...element, attributes, content: [...content, ...(roll(2) === 0 ? [unknown(within)] : [])] }
  }
  return { text: `${document.head}${printXml(walk(document.root, []))}${document.tail}`, marks }
}
