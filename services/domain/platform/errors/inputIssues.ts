import { SchemaAST, SchemaIssue } from "effect"
import type { InputIssue } from "./Errors.ts"
import { withoutNames } from "./withoutNames.ts"

export const MAX_ISSUES = 100

/** Maximum length of a path part in characters: clients choose the names of unknown fields. */
const MAX_PART_LENGTH = 200

interface Found {
  readonly path: ReadonlyArray<PropertyKey>
  readonly issue: SchemaIssue.Issue
}

const tagsOf = (union: SchemaAST.Union): ReadonlyArray<readonly [tag: PropertyKey, expected: string]> => {
  const members = union.types.filter((member) => member._tag !== "Null")
  const tags = members.map(
    (member) =>
      new Map(
        SchemaAST.isObjects(member)
          ? member.propertySignatures.flatMap(({ name, type }) =>
              type._tag === "Literal" ? [[name, JSON.stringify(type.literal)] as const] : []
            )
          : []
      )
  )
  const [first] = tags
  return first === undefined
    ? []
    : [...first.keys()]
        .filter((name) => tags.every((one) => one.has(name)))
        .map((name) => [name, [...new Set(tags.map((one) => one.get(name)))].join(" | ")])
}

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
      // no member has this tag: report the tag, not the whole object
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
  return name.length > MAX_PART_LENGTH ? `${name.slice(0, MAX_PART_LENGTH).toWellFormed()}…` : name
}

export const inputIssues = (root: string, issue: SchemaIssue.Issue): ReadonlyArray<InputIssue> => {
  const issues: Array<InputIssue> = []
  for (const fault of faults(issue, [])) {
    for (const { message, path } of format(withoutNames(fault.issue)).issues) {
      const below = (path ?? []).map((part) => (typeof part === "object" ? part.key : part))
      issues.push({ path: [root, ...[...fault.path, ...below].map(nameOf)], message })
    }
    if (issues.length >= MAX_ISSUES) break
  }
  return issues.slice(0, MAX_ISSUES)
}
