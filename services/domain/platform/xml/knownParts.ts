import { type Element, nameOf, textOf } from "./Element.ts"
import { printXml } from "./printXml.ts"

export type TextCheck = (text: string) => boolean

export interface KnownParts {
  readonly [name: string]: KnownParts | TextCheck
}

export const anyText: TextCheck = () => true
export const isOneOf =
  (...texts: ReadonlyArray<string>): TextCheck =>
  (text) =>
    texts.includes(text.trim())
export const digits: TextCheck = (text) => /^\s*\+?\d+\s*$/.test(text)

export interface UnknownPart {
  readonly path: string
  readonly within: ReadonlyArray<Element>
}

/** Includes known elements with unreadable text; an unknown subtree is one part. */
export const unknownParts = (root: Element, knownParts: KnownParts): ReadonlyArray<UnknownPart> => {
  const unknownList: Array<UnknownPart> = []
  const visit = (parent: Element, parts: KnownParts, path: string, within: ReadonlyArray<Element>): void => {
    for (const part of parent.content) {
      if (typeof part === "string") continue
      const name = nameOf(part)
      const here = Object.hasOwn(parts, name) ? parts[name] : undefined
      const at = { path: `${path}${name}`, within: [...within, part] }
      if (here === undefined || (typeof here === "function" && !here(textOf(part) ?? ""))) unknownList.push(at)
      else visit(part, typeof here === "function" ? {} : here, `${at.path}/`, at.within)
    }
  }
  visit(root, knownParts, "", [])
  return unknownList
}

export const spellElement = (element: Element): string => {
  const bare = (part: Element): Element => {
    const children = part.content.filter((one): one is Element => typeof one !== "string").map(bare)
    return {
      tag: nameOf(part),
      attributes: "",
      closed: false,
      content: children.length > 0 ? children : [(textOf(part) ?? "").trim()]
    }
  }
  return printXml(bare(element))
}
