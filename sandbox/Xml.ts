import { XMLParser, XMLValidator } from "fast-xml-parser"
import { GatewayError } from "./GatewayError.ts"

const declaration = `<?xml version="1.0" encoding="UTF-8"?>`
const namespace = ` xmlns="http://s3.amazonaws.com/doc/2006-03-01/"`

/** Control characters become references: RGW writes keys so. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&apos;")
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f]/g, (c) => `&#x${c.charCodeAt(0).toString(16).toUpperCase()};`)

export const leaf = (name: string, text: string | number | boolean): string =>
  `<${name}>${escapeXml(String(text))}</${name}>`

export const node = (name: string, ...inner: ReadonlyArray<string>): string => `<${name}>${inner.join("")}</${name}>`

export const document = (root: string, ...inner: ReadonlyArray<string>): string =>
  `${declaration}<${root}${namespace}>${inner.join("")}</${root}>`

export const plainDocument = (root: string, ...inner: ReadonlyArray<string>): string =>
  `${declaration}${node(root, ...inner)}`

export const storedDocument = (markup: string): string => declaration + markup.replace(/^\s*<\?xml[^>]*\?>\s*/, "")

export type XmlValue = string | XmlElement | ReadonlyArray<string | XmlElement>
export interface XmlElement {
  readonly [name: string]: XmlValue | undefined
}

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  removeNSPrefix: true,
  htmlEntities: false,
  alwaysCreateTextNode: false
})

export const parseXml = (markup: string, root: string): XmlElement => {
  if (markup.trim() === "" || XMLValidator.validate(markup) !== true) throw new GatewayError("MalformedXML")
  const parsed = parser.parse(markup) as Record<string, XmlValue | undefined>
  const value = parsed[root]
  if (value === undefined) throw new GatewayError("MalformedXML")
  return typeof value === "string" || Array.isArray(value) ? {} : (value as XmlElement)
}

const fromReference = (_: string, hex: string | undefined, decimal: string | undefined): string =>
  String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))

export const text = (element: XmlElement, name: string): string | undefined => {
  const value = element[name]
  const first = Array.isArray(value) ? (value[0] as string | XmlElement) : (value as string | XmlElement | undefined)
  if (first === undefined) return undefined
  if (typeof first !== "string") return ""
  return first.replace(/&#(?:x([0-9a-fA-F]+)|([0-9]+));/g, fromReference)
}

export const children = (element: XmlElement, name: string): ReadonlyArray<XmlElement> => {
  const value = element[name]
  if (value === undefined) return []
  return (Array.isArray(value) ? (value as ReadonlyArray<string | XmlElement>) : [value as string | XmlElement]).map(
    (one) => (typeof one === "string" ? { "#text": one } : one)
  )
}

export const texts = (element: XmlElement, name: string): ReadonlyArray<string> =>
  children(element, name).map((one) => text(one, "#text") ?? "")
