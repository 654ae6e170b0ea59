import { type JsonNode, readJson } from "../../buckets/policies/jsonText.ts"
import { grantDocument, grantOfSid } from "./grantPolicies.ts"

type Json = Readonly<Record<string, unknown>>

interface WrittenStatement {
  readonly grant: string | null
  readonly start: number
  readonly end: number
}

interface WrittenPolicy {
  readonly list: JsonNode
  readonly statements: ReadonlyArray<WrittenStatement>
}

const readPolicy = (policy: string): WrittenPolicy | null => {
  const reading = readJson(policy, true)
  if (!reading.ok || reading.value.kind !== "object") return null
  const list = reading.value.members.find(({ key }) => key === "Statement")?.value
  if (list?.kind !== "array" || list.items.some(({ kind }) => kind !== "object")) return null
  return {
    list,
    statements: list.items.map((item) => {
      const sid = item.kind === "object" ? item.members.find(({ key }) => key === "Sid")?.value : undefined
      return { grant: sid?.kind === "string" ? grantOfSid(sid.text) : null, start: item.start, end: item.end }
    })
  }
}

/** Other text stays byte for byte. Null: no policy is left. Undefined: the policy has no list of statements. */
export const withGrant = (
  policy: string | null,
  grant: string,
  statements: ReadonlyArray<Json>
): string | null | undefined => {
  if (policy === null || policy.trim() === "") return statements.length === 0 ? null : grantDocument(statements)
  const written = readPolicy(policy)
  if (written === null) return undefined
  const otherStatements = written.statements.filter((one) => one.grant !== grant)
  const present = written.statements.filter((one) => one.grant === grant)
  const isSame = (one: WrittenStatement, index: number) =>
    JSON.stringify(JSON.parse(policy.slice(one.start, one.end))) === JSON.stringify(statements[index])
  if (present.length === statements.length && present.every(isSame)) return policy
  const texts = [
    ...otherStatements.map(({ end, start }) => policy.slice(start, end)),
    ...statements.map((statement) => JSON.stringify(statement))
  ]
  if (texts.length === 0) return null
  const last = written.statements.at(-1)
  if (present.length === 0 && last !== undefined) {
    const added = statements.map((statement) => `,\n${JSON.stringify(statement)}`).join("")
    return `${policy.slice(0, last.end)}${added}${policy.slice(last.end)}`
  }
  return `${policy.slice(0, written.list.start)}[\n${texts.join(",\n")}\n]${policy.slice(written.list.end)}`
}
