import type { Element } from "../../platform/xml/Element.ts"
import { nameOf } from "../../platform/xml/Element.ts"
import { type KnownParts, spellElement, type UnknownPart, unknownParts } from "../../platform/xml/knownParts.ts"
import { type DroppedElements, isEqualValue } from "../../platform/xml/listElement.ts"
import { parseXmlDocument } from "../../platform/xml/parseXml.ts"
import { printXml } from "../../platform/xml/printXml.ts"
import type { Feature } from "./Feature.ts"

/** Some gateways refuse documents without S3's namespace. */
const namespace = ` xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`

interface XmlCodec<Value> {
  readonly root: string
  readonly known: KnownParts
  readonly read: (root: Element) => Value | null | undefined
  readonly write: (value: Value, root: Element, before: Value | null, dropped: DroppedElements) => Element
}

const elementOf = ({ within }: UnknownPart): Element | undefined => within.at(-1)
const isIn = (part: UnknownPart, elements: ReadonlyArray<Element>): boolean =>
  part.within.some((one) => elements.includes(one))

export const xmlCodec = <Value>({
  known: knownParts,
  read,
  root,
  write
}: XmlCodec<Value>): Pick<Feature<Value>, "understand" | "express" | "unknown" | "lost"> => {
  const documentOf = (stored: string | null) => {
    const document = stored === null ? null : parseXmlDocument(stored)
    return document !== null && nameOf(document.root) === root ? document : null
  }
  const understand = (stored: string | null) => {
    if (stored === null) return { value: null }
    const document = documentOf(stored)
    const value = document === null ? undefined : read(document.root)
    return value === undefined ? null : { value }
  }
  const edit = (value: Value, stored: string | null) => {
    const before = understand(stored)?.value ?? null
    const document = documentOf(stored) ?? {
      head: "",
      root: { tag: root, attributes: namespace, closed: false, content: [] },
      tail: ""
    }
    const dropped: DroppedElements = { replaced: [], removed: [] }
    const unchanged = stored !== null && isEqualValue(before, value)
    return { document, dropped, after: unchanged ? document.root : write(value, document.root, before, dropped) }
  }
  return {
    understand,
    express: (value, stored) => {
      if (value === null) return null
      const {
        after,
        document: { head, root: element, tail }
      } = edit(value, stored)
      return after === element && stored !== null ? stored : `${head}${printXml(after)}${tail}`
    },
    unknown: (stored) => {
      const document = documentOf(stored)
      return document === null
        ? []
        : unknownParts(document.root, knownParts).map((part) => ({
            path: part.path,
            text: part.within.map(spellElement).at(-1) ?? ""
          }))
    },
    lost: (value, stored) => {
      if (value === null || documentOf(stored) === null) return []
      const {
        after,
        document,
        dropped: { removed, replaced }
      } = edit(value, stored)
      const rest = unknownParts(after, knownParts).map((part) => elementOf(part))
      return unknownParts(document.root, knownParts)
        .filter((part) => isIn(part, replaced) || (!isIn(part, removed) && !rest.includes(elementOf(part))))
        .map(({ path }) => path)
    }
  }
}
