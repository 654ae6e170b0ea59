import { type JsonNode, readJson } from "./jsonText.ts"

export interface StatementText {
  readonly sid: string | null
  readonly text: string
}

export interface PolicyParts {
  readonly head: string
  readonly statements: ReadonlyArray<StatementText>
  readonly tail: string
}

const sidOf = (node: JsonNode): string | null => {
  if (node.kind !== "object") return null
  const sid = node.members.find(({ key }) => key === "Sid")?.value
  return sid?.kind === "string" ? sid.text : null
}

/** Null: no single `Statement`, or not JSON (RGW also takes comments, which could lose their place). */
export const statementTexts = (text: string): PolicyParts | null => {
  const reading = readJson(text, false)
  if (!reading.ok || reading.value.kind !== "object") return null
  const [written, ...others] = reading.value.members.filter(({ key }) => key === "Statement")
  if (written === undefined || others.length > 0) return null
  const { value } = written
  return {
    head: text.slice(0, value.start),
    statements: (value.kind === "array" ? value.items : [value]).map((item) => ({
      sid: sidOf(item),
      text: text.slice(item.start, item.end)
    })),
    tail: text.slice(value.end)
  }
}

export const joinStatements = ({ head, statements, tail }: PolicyParts): string =>
  `${head}[\n    ${statements.map(({ text }) => text).join(",\n    ")}\n  ]${tail}`

export const emptyPolicy: PolicyParts = {
  head: `{\n  "Version": "2012-10-17",\n  "Statement": `,
  statements: [],
  tail: "\n}\n"
}
