import { Schema } from "effect"
import { Text } from "../../platform/Text.ts"

/** Who asks a gateway. `uid`: what RGW knows a user by; for an IAM user a UUID, and never its name. */
export const AccessPrincipal = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("account_root"), account: Text(100), uid: Schema.optionalKey(Text(200)) }),
  /** `name` with its path: `alice`, `team/x/alice` */
  Schema.Struct({ kind: Schema.Literal("iam_user"), account: Text(100), name: Text(700), uid: Schema.optionalKey(Text(200)) }),
  /** a user of RGW in no account; with a tenant, `uid` is the part behind the `$` */
  Schema.Struct({ kind: Schema.Literal("plain_user"), uid: Text(200), tenant: Schema.optionalKey(Text(200)) }),
  Schema.Struct({ kind: Schema.Literal("anonymous") })
]).annotate({ identifier: "AccessPrincipal" })
export type AccessPrincipal = typeof AccessPrincipal.Type

/**
 * A request at a bucket, as a policy sees it. `key`: null asks the bucket itself. `context`: condition keys and their values,
 * such as `aws:SourceIp`; what the gateway knows by itself (`aws:username`) is added.
 */
export const AccessRequest = Schema.Struct({
  principal: AccessPrincipal,
  action: Text(100),
  key: Schema.NullOr(Text(1024)),
  context: Schema.Record(Text(200), Schema.Array(Text(2048)).check(Schema.isMaxLength(100))).check(Schema.isMaxProperties(50))
}).annotate({ identifier: "AccessRequest" })
export type AccessRequest = typeof AccessRequest.Type

export type ContextValues = Readonly<Record<string, ReadonlyArray<string>>>

/** How people say who asks. */
export const callerWords = (principal: AccessPrincipal): string => {
  switch (principal.kind) {
    case "account_root": return `the root user of ${principal.account}`
    case "iam_user": return `IAM user ${principal.name} of ${principal.account}`
    case "plain_user": return `RGW user ${principal.tenant === undefined || principal.tenant === "" ? "" : `${principal.tenant}$`}${principal.uid}`
    case "anonymous": return "anybody (no credentials)"
  }
}

/** The account or tenant that a caller belongs to; empty for none. */
export const accountOf = (principal: AccessPrincipal): string =>
  principal.kind === "account_root" || principal.kind === "iam_user" ? principal.account : ""

/** Whether the caller is the bucket's owner or one of its users: owner is an account's id, or the uid of a plain user. */
export const isOwners = (principal: AccessPrincipal, owner: string): boolean =>
  principal.kind === "plain_user" ? principal.uid === owner || `${principal.tenant ?? ""}$${principal.uid}` === owner
    : principal.kind !== "anonymous" && principal.account === owner
