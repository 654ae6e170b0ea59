import { Schema } from "effect"
import { RowId } from "../../platform/RowId.ts"
import { FilledText, Shaped, Text } from "../../platform/Text.ts"
import { IamName, PolicyHolder } from "../IamEntity.ts"

const { NullOr, String: text } = Schema

export const grantLevels = ["read", "read_write", "upload"] as const
export const GrantLevel = Schema.Literals(grantLevels).annotate({ identifier: "AccessGrantLevel" })
export type GrantLevel = typeof GrantLevel.Type

const policyRecipients = [
  Schema.Struct({ kind: Schema.Literal("iam_user"), name: IamName, create: Schema.optionalKey(Schema.Boolean) }),
  Schema.Struct({ kind: Schema.Literal("iam_group"), name: IamName }),
  Schema.Struct({ kind: Schema.Literal("iam_role"), name: IamName }),
  Schema.Struct({ kind: Schema.Literal("account"), name: Shaped(/^(RGW\d{17}|\d{12})$/u, 20) })
] as const

export type PolicyRecipient = (typeof policyRecipients)[number]["Type"]

/** `person`: console user linked to the account, who gets it as private access. */
export const GrantRecipient = Schema.Union([
  ...policyRecipients,
  Schema.Struct({ kind: Schema.Literal("person"), user_id: RowId })
]).annotate({ identifier: "AccessGrantRecipient" })
export type GrantRecipient = typeof GrantRecipient.Type

/** Characters with a meaning in policy patterns, which gateways escape differently; RGW refuses the colon. */
const patternCharacter = /[*?[\]\\$:]/
const isFolderPrefix = Schema.makeFilter((prefix: string) =>
  prefix !== "" && !prefix.endsWith("/")
    ? "A folder ends in /"
    : patternCharacter.test(prefix)
      ? "A policy cannot name a folder with * ? [ ] \\ : or $ exactly"
      : true
)

export const GiveAccess = Schema.Struct({
  action: Schema.tag("give"),
  recipient: GrantRecipient,
  prefix: Text(900).check(isFolderPrefix),
  level: GrantLevel,
  until: NullOr(Shaped(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/u, 30))
}).annotate({ identifier: "GiveAccess" })
export type GiveAccess = typeof GiveAccess.Type

/** `holder` null: statements of the bucket policy whose Sid is `name`; else an inline policy of the holder. */
export const RevokeAccess = Schema.Struct({
  action: Schema.tag("revoke"),
  holder: NullOr(Schema.Struct({ entity: PolicyHolder, name: IamName }).annotate({ identifier: "GrantHolder" })),
  name: FilledText(200)
}).annotate({ identifier: "RevokeAccess" })
export type RevokeAccess = typeof RevokeAccess.Type

export const AccessChange = Schema.Union([GiveAccess, RevokeAccess]).annotate({ identifier: "AccessChange" })
export type AccessChange = typeof AccessChange.Type

export const ApplyAccessChange = Schema.Struct({ change: AccessChange, plan_hash: FilledText(100) }).annotate({
  identifier: "ApplyAccessChange"
})
export type ApplyAccessChange = typeof ApplyAccessChange.Type

export const AccessStep = Schema.Struct({
  target: Schema.Literals(["iam_user", "inline_policy", "bucket_policy", "private_access"]),
  name: text,
  sentence: text,
  before: NullOr(text),
  after: NullOr(text)
}).annotate({ identifier: "AccessStep" })
export type AccessStep = typeof AccessStep.Type

export const AccessPlan = Schema.Struct({
  hash: text,
  sentence: text,
  steps: Schema.Array(AccessStep),
  notes: Schema.Array(text)
}).annotate({ identifier: "AccessPlan" })
export type AccessPlan = typeof AccessPlan.Type
