import { Schema } from "effect"

/**
 * Whose rules a policy is read by: Amazon's, or Ceph RGW's (20.2, Tentacle). The same text means different things
 * to them; docs/policies.md lists where.
 */
export const PolicyDialect = Schema.Literals(["aws", "rgw"]).annotate({ identifier: "PolicyDialect" })
export type PolicyDialect = typeof PolicyDialect.Type

/** Amazon's limit of a bucket policy, in bytes of UTF-8; RGW has none of its own, and what is longer could never move. */
export const policyLimitBytes = 20 * 1024

/** A place in a policy's text: the path of the element (`Statement[0].Action[1]`) and where it begins; line and column from 1. */
export const PolicyPlace = Schema.Struct({ path: Schema.String, offset: Schema.Int, line: Schema.Int, column: Schema.Int })
  .annotate({ identifier: "PolicyPlace" })
export type PolicyPlace = typeof PolicyPlace.Type

/** Why the gateway would refuse the text. */
export const PolicyFault = Schema.Struct({ ...PolicyPlace.fields, message: Schema.String }).annotate({ identifier: "PolicyFault" })
export type PolicyFault = typeof PolicyFault.Type

/** The principals that a statement names, by their kind. */
export interface NamedPrincipals {
  readonly anyone: boolean
  readonly aws: ReadonlyArray<string>
  readonly service: ReadonlyArray<string>
  readonly federated: ReadonlyArray<string>
  readonly canonical: ReadonlyArray<string>
}

/** One test of a condition: all of a statement's must hold. `operator` as written, `values` as texts. */
export interface ConditionTest {
  readonly operator: string
  readonly key: string
  readonly values: ReadonlyArray<string>
}

export interface Statement {
  /** its position in the document, from 0 */
  readonly index: number
  readonly sid: string | null
  readonly effect: "Allow" | "Deny"
  /** null where the element is not there */
  readonly principal: NamedPrincipals | null
  readonly notPrincipal: NamedPrincipals | null
  readonly actions: ReadonlyArray<string> | null
  readonly notActions: ReadonlyArray<string> | null
  readonly resources: ReadonlyArray<string> | null
  readonly notResources: ReadonlyArray<string> | null
  readonly conditions: ReadonlyArray<ConditionTest>
  readonly place: PolicyPlace
  /** whether the text says its effect: RGW takes a statement without one for a Deny */
  readonly effectWritten: boolean
}

export interface Policy {
  readonly version: string | null
  readonly id: string | null
  readonly statements: ReadonlyArray<Statement>
}

/** How people call a statement: by its Sid, or by its number from 1. */
export const nameOf = (statement: Pick<Statement, "index" | "sid">): string =>
  statement.sid === null || statement.sid === "" ? `statement ${statement.index + 1}` : `“${statement.sid}”`
