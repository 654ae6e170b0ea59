import { Schema } from "effect"
import { Text } from "../../platform/Text.ts"

/** `uid`: RGW's user id, a UUID for IAM users. */
export const AccessPrincipal = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("account_root"), account: Text(100), uid: Schema.optionalKey(Text(200)) }),
  Schema.Struct({
    kind: Schema.Literal("iam_user"),
    account: Text(100),
    name: Text(700),
    uid: Schema.optionalKey(Text(200))
  }),
  Schema.Struct({ kind: Schema.Literal("iam_role"), account: Text(100), name: Text(700) }),
  Schema.Struct({ kind: Schema.Literal("plain_user"), uid: Text(200), tenant: Schema.optionalKey(Text(200)) }),
  Schema.Struct({ kind: Schema.Literal("anonymous") })
]).annotate({ identifier: "AccessPrincipal" })
export type AccessPrincipal = typeof AccessPrincipal.Type

/** `key` null: bucket-level. `context`: condition keys; the gateway's own (`aws:username`) are added. */
export const AccessRequest = Schema.Struct({
  principal: AccessPrincipal,
  action: Text(100),
  key: Schema.NullOr(Text(1024)),
  context: Schema.Record(Text(200), Schema.Array(Text(2048)).check(Schema.isMaxLength(100))).check(
    Schema.isMaxProperties(50)
  )
}).annotate({ identifier: "AccessRequest" })
export type AccessRequest = typeof AccessRequest.Type

export type ContextValues = Readonly<Record<string, ReadonlyArray<string>>>

export const callerWords = (principal: AccessPrincipal): string => {
  switch (principal.kind) {
    case "account_root":
      return `the root user of ${principal.account}`
    case "iam_user":
      return `IAM user ${principal.name} of ${principal.account}`
    case "iam_role":
      return `a session of IAM role ${principal.name} of ${principal.account}`
    case "plain_user": {
      const { tenant = "", uid } = principal
      return `RGW user ${tenant === "" ? uid : `${tenant}$${uid}`}`
    }
    case "anonymous":
      return "anybody (no credentials)"
  }
}

export const principalAccount = (principal: AccessPrincipal): string =>
  principal.kind === "anonymous" || principal.kind === "plain_user" ? "" : principal.account

export const needsPolicy = (principal: AccessPrincipal): boolean =>
  principal.kind === "iam_user" || principal.kind === "iam_role"

export const isOwners = (principal: AccessPrincipal, owner: string): boolean =>
  principal.kind === "plain_user"
    ? principal.uid === owner || `${principal.tenant ?? ""}$${principal.uid}` === owner
    : principal.kind !== "anonymous" && principal.account === owner
