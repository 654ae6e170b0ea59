import { Schema } from "effect"

/** Amazon, or Ceph RGW 20.2; docs/policies.md lists the differences. */
export const PolicyDialect = Schema.Literals(["aws", "rgw"]).annotate({ identifier: "PolicyDialect" })
export type PolicyDialect = typeof PolicyDialect.Type

/** Amazon's limit. RGW has none, but longer policies could not be moved to AWS. */
export const policyLimitBytes = 20 * 1024

/** `path`: e.g. `Statement[0].Action[1]`; line and column from 1. */
export const PolicyPlace = Schema.Struct({
  path: Schema.String,
  offset: Schema.Int,
  line: Schema.Int,
  column: Schema.Int
}).annotate({ identifier: "PolicyPlace" })
export type PolicyPlace = typeof PolicyPlace.Type

export const PolicyFault = Schema.Struct({ ...PolicyPlace.fields, message: Schema.String }).annotate({
  identifier: "PolicyFault"
})
export type PolicyFault = typeof PolicyFault.Type

export interface NamedPrincipals {
  readonly anyone: boolean
  readonly aws: ReadonlyArray<string>
  readonly service: ReadonlyArray<string>
  readonly federated: ReadonlyArray<string>
  readonly canonical: ReadonlyArray<string>
}

export interface ConditionTest {
  readonly operator: string
  readonly key: string
  readonly values: ReadonlyArray<string>
}

export interface Statement {
  readonly index: number
  readonly sid: string | null
  readonly effect: "Allow" | "Deny"
  readonly principal: NamedPrincipals | null
  readonly notPrincipal: NamedPrincipals | null
  readonly actions: ReadonlyArray<string> | null
  readonly notActions: ReadonlyArray<string> | null
  readonly resources: ReadonlyArray<string> | null
  readonly notResources: ReadonlyArray<string> | null
  readonly conditions: ReadonlyArray<ConditionTest>
  readonly place: PolicyPlace
  /** false if absent: RGW then treats the statement as Deny */
  readonly effectWritten: boolean
}

export interface Policy {
  readonly version: string | null
  readonly id: string | null
  readonly statements: ReadonlyArray<Statement>
}

export const statementName = (statement: Pick<Statement, "index" | "sid">): string =>
  statement.sid === null || statement.sid === "" ? `statement ${statement.index + 1}` : `“${statement.sid}”`
