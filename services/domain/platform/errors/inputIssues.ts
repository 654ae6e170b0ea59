import { SchemaAST, SchemaIssue } from "effect"
import type { InputIssue } from "./Errors.ts"
import { withoutNames } from "./withoutNames.ts"

/** At most so many faults of one request are told: whoever made more learns of the others once these are mended. */
export const mostIssues = 100

/** Characters of a name in a path: unknown fields are named by whoever sent them. */
const longestPart = 200

interface Found {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: SchemaIssue.Issue
}

/** The fields that tell the members of a union of objects apart, with what each may say. Null beside them does not matter. */
const tagsOf = (union: SchemaAST.Union): ReadonlyArray<readonly [tag: PropertyKey, expected: string]> => {
  const members = union.types.filter((member) => member._tag !== "Null")
  const tags = members.map((member) =>
    new Map(SchemaAST.isObjects(member)
      ? member.propertySignatures.flatMap(({ name, type }) => type._tag === "Literal" ? [[name, JSON.stringify(type.literal)] as const] : [])
      : []))
  const [first] = tags
  return first === undefined ? [] : [...first.keys()].filter((name) => tags.every((one) => one.has(name))).map((name) =>
    [name, [...new Set(tags.map((one) => one.get(name)))].join(" | ")])
}

/** The single faults in an issue, one by one, so that nobody has to make more than are wanted. */
function* faults(issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>): Generator<Found> {
  switch (issue._tag) {
    case "Pointer":
      return yield* faults(issue.issue, [...path, ...issue.path])
    case "Encoding":
      return yield* faults(issue.issue, path)
    case "Composite":
      for (const part of issue.issues) yield* faults(part, path)
      return
    case "AnyOf": {
      for (const part of issue.issues) yield* faults(part, path)
      if (issue.issues.length > 0) return
      // no member has the tag that was sent: the tag is what is wrong, not the whole of it
      const tags = tagsOf(issue.ast)
      for (const [tag, expected] of tags) {
        yield { path: [...path, tag], issue: new SchemaIssue.InvalidValue({ message: `Expected ${expected}` }) }
      }
      if (tags.length > 0) return
    }
  }
  yield { path, issue }
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const nameOf = (part: PropertyKey): string => {
  const name = String(part)
  return name.length > longestPart ? `${name.slice(0, longestPart).toWellFormed()}…` : name
}

/** What of an input is wrong, each with its path below `root`; no more than `mostIssues`. */
export const inputIssues = (root: string, issue: SchemaIssue.Issue): ReadonlyArray<InputIssue> => {
  const told: Array<InputIssue> = []
  for (const found of faults(issue, [])) {
    for (const { message, path } of format(withoutNames(found.issue)).issues) {
      const below = (path ?? []).map((part) => typeof part === "object" ? part.key : part)
      told.push({ path: [root, ...[...found.path, ...below].map(nameOf)], message })
    }
    if (told.length >= mostIssues) break
  }
  return told.slice(0, mostIssues)
}
