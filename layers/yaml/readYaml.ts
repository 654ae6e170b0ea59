import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument, visit, type YAMLError } from "yaml"

const MAX_ALIASES = 100
const MAX_DEPTH = 20
const MAX_FAULTS = 100

/** The parser's messages repeat the text, which may hold a secret. */
const sentences: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "An alias has no properties of its own",
  BAD_INDENT: "This is not indented as what it belongs to",
  BAD_ALIAS: "This alias has no anchor",
  BLOCK_AS_IMPLICIT_KEY: "A list or map cannot begin here",
  DUPLICATE_KEY: "This key appears twice",
  MISSING_CHAR: "Something is missing here: a quote, a bracket, a comma or a colon",
  MULTIPLE_DOCS: "One document only: take out the second",
  TAB_AS_INDENT: "Indent with spaces, not tabs",
  TAG_RESOLVE_FAILED: "Tags (!name) are not taken",
  UNEXPECTED_TOKEN: "This was not expected here"
}

const at = (lines: LineCounter, offset: number) => {
  const { col, line } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

const depthOf = (value: unknown): number => {
  let [depth, level]: [number, ReadonlyArray<unknown>] = [0, [value]]
  while (level.length > 0 && depth <= MAX_DEPTH) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))
    depth += 1
  }
  return depth
}

export interface Place {
  readonly offset: number | undefined
  readonly parts?: ReadonlyMap<string, readonly [key: number | undefined, value: Place]>
}

const placeOf = (node: unknown): Place => {
  const offset =
    typeof node === "object" && node !== null && "range" in node
      ? (node.range as readonly [number] | null | undefined)?.[0]
      : undefined
  if (isMap(node)) {
    return {
      offset,
      parts: new Map(
        node.items.flatMap(({ key, value }) =>
          isScalar(key) ? [[String(key.value), [key.range?.[0], placeOf(value)]] as const] : []
        )
      )
    }
  }
  return isSeq(node)
    ? {
        offset,
        parts: new Map(
          node.items.map((item, index) => {
            const place = placeOf(item)
            return [String(index), [place.offset, place]] as const
          })
        )
      }
    : { offset }
}

const firstAlias = (document: Document.Parsed, lines: LineCounter): string => {
  let offset: number | undefined
  visit(document, {
    Alias: (_, node) => {
      offset = node.range?.[0]
      return visit.BREAK
    }
  })
  const { column, line } = at(lines, offset ?? 0)
  return offset === undefined ? "" : ` (line ${line}, column ${column})`
}

export type YamlReading =
  | { readonly value: unknown; readonly place: Place; readonly lineStarts: ReadonlyArray<number> }
  | { readonly refused: ReadonlyArray<string> }

export const readYaml = (text: string): YamlReading => {
  const lines = new LineCounter()
  const faultOf = ({ code, pos }: YAMLError) => {
    const { column, line } = at(lines, pos[0])
    return `${sentences[code] ?? "This cannot be read as YAML"} (line ${line}, column ${column})`
  }
  const nested = `This is nested more than ${MAX_DEPTH} levels deep`
  let parsed: Document.Parsed
  try {
    parsed = parseDocument(text, {
      version: "1.2",
      schema: "core",
      merge: false,
      customTags: [],
      resolveKnownTags: false,
      strict: true,
      uniqueKeys: true,
      stringKeys: true,
      prettyErrors: false,
      logLevel: "error",
      lineCounter: lines
    })
  } catch {
    // the parser recurses per level
    return { refused: [nested] }
  }
  const faults = [...parsed.errors, ...parsed.warnings]
  if (faults.length > 0) return { refused: faults.slice(0, MAX_FAULTS).map(faultOf) }
  let value: unknown
  try {
    value = parsed.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    return {
      refused: [
        (error instanceof ReferenceError && error.message.startsWith("Unresolved alias")
          ? "An alias has no anchor before it"
          : `Aliases of this document make more than ${MAX_ALIASES} copies, or of each other: write out what ` +
            "they stand for") + firstAlias(parsed, lines)
      ]
    }
  }
  if (value === null) return { refused: ["This document is empty: it begins with version: 1"] }
  if (depthOf(value) > MAX_DEPTH) return { refused: [nested] }
  return { value, place: placeOf(parsed.contents), lineStarts: lines.lineStarts }
}
