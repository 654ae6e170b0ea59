import { Effect, Layer } from "effect"
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit, Document as YamlDocument, type YAMLError } from "yaml"
import { InvalidInput } from "#domain/errors/Errors.ts"
import { DocumentText } from "#services/apply/DocumentText.ts"

/** Copies of anchored nodes, counted as the parser counts them: more is a bomb. */
const mostAliases = 100
const mostDepth = 20
const mostFaults = 100

/** The parser's own words repeat what is written, which may be a secret. */
const sentences: Readonly<Record<string, string>> = {
  ALIAS_PROPS: "An alias has no properties of its own",
  BAD_INDENT: "This is not indented as what it belongs to",
  BAD_ALIAS: "This alias has no anchor",
  BLOCK_AS_IMPLICIT_KEY: "A list or map cannot begin here",
  DUPLICATE_KEY: "This key is said twice",
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
  while (level.length > 0 && depth <= mostDepth) {
    level = level.flatMap((one) => typeof one === "object" && one !== null ? Object.values(one) : [])
    depth += 1
  }
  return depth
}

/** The node that a path leads to, or the last one on the way; in a map the key, which is what is wrong about what is not known. */
const nodeAt = (document: Document.Parsed, path: ReadonlyArray<string>): Node | null => {
  let node: unknown = document.contents
  let nearest: Node | null = document.contents
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part)
      if (pair === undefined) break
      nearest = pair.key as Node
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(part)]
      if (item === undefined) break
      nearest = item as Node
      node = item
    } else break
  }
  return nearest
}

/** Where the first alias stands, in words. */
const firstAlias = (document: Document.Parsed, lines: LineCounter): string => {
  let offset: number | undefined
  visit(document, { Alias: (_, node) => { offset = node.range?.[0]; return visit.BREAK } })
  const { column, line } = at(lines, offset ?? 0)
  return offset === undefined ? "" : ` (line ${line}, column ${column})`
}

const refusal = (issues: ReadonlyArray<string>) => new InvalidInput({ issues: issues.slice(0, mostFaults).map((message) => ({ path: ["source"], message })) })

/** YAML 1.2, its core schema and nothing beside it. */
export const layer = Layer.succeed(DocumentText, DocumentText.of({
  read: Effect.fn("DocumentText.read")(function*(text: string) {
    const lines = new LineCounter()
    const told = ({ code, pos }: YAMLError) => {
      const { column, line } = at(lines, pos[0])
      return `${sentences[code] ?? "This cannot be read as YAML"} (line ${line}, column ${column})`
    }
    const parsed = yield* Effect.try({
      try: () => parseDocument(text, {
        version: "1.2", schema: "core", merge: false, customTags: [], resolveKnownTags: false, strict: true, uniqueKeys: true, stringKeys: true,
        prettyErrors: false, logLevel: "error", lineCounter: lines
      }),
      // the parser calls itself for each level
      catch: () => refusal([`This is nested more than ${mostDepth} levels deep`])
    })
    const faults = [...parsed.errors, ...parsed.warnings]
    if (faults.length > 0) return yield* refusal(faults.map(told))
    const value = yield* Effect.try({
      try: (): unknown => parsed.toJS({ maxAliasCount: mostAliases }),
      catch: (error) => refusal([(error instanceof ReferenceError && error.message.startsWith("Unresolved alias")
        ? "An alias has no anchor before it"
        : `Aliases of this document make more than ${mostAliases} copies, or of each other: write out what they stand for`) + firstAlias(parsed, lines)])
    })
    if (value === null) return yield* refusal(["This document is empty: it begins with version: 1"])
    if (depthOf(value) > mostDepth) return yield* refusal([`This is nested more than ${mostDepth} levels deep`])
    return {
      value,
      placeOf: (path: ReadonlyArray<string>) => {
        const offset = nodeAt(parsed, path)?.range?.[0]
        return offset === undefined ? null : at(lines, offset)
      }
    }
  }),
  write: (document, heading, remarks) => {
    const written = new YamlDocument(document, { version: "1.2", aliasDuplicateObjects: false })
    written.commentBefore = heading
    for (const { path, text } of remarks) {
      const node = written.getIn(path, true)
      if (isMap(node)) node.comment = text
    }
    return written.toString({ lineWidth: 0 })
  }
}))
