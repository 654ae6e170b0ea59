import { principalAccount, type AccessPrincipal, type AccessRequest } from "./AccessRequest.ts"
import { type AccessRules, openAccess, type UnreadableRule } from "./AccessRules.ts"
import type { Policy, Statement } from "./Policy.ts"

type Completion = (rules: AccessRules) => AccessRules

const anyone = { anyone: true, aws: [], service: [], federated: [], canonical: [] }
const wide = (effect: "Allow" | "Deny", principal: Statement["principal"]): Policy => ({
  version: "2012-10-17",
  id: null,
  statements: [
    {
      index: 0,
      sid: null,
      effect,
      effectWritten: true,
      principal,
      notPrincipal: null,
      actions: ["s3:*"],
      notActions: null,
      resources: ["*"],
      notResources: null,
      conditions: [],
      place: { path: "Statement[0]", offset: 0, line: 1, column: 1 }
    }
  ]
})

export const allOfS3: Policy = wide("Allow", null)
const nothingOfS3: Policy = wide("Deny", null)

const asItIs: Completion = (rules) => rules
const withIdentity =
  (policy: Policy): Completion =>
  (rules) => ({ ...rules, identityPolicies: [...rules.identityPolicies, policy] })
const withBucketPolicy =
  (bucketPolicy: Policy | null): Completion =>
  (rules) => ({ ...rules, bucketPolicy })

/** Only the ACL names the owner: without it the bucket may belong to the caller or not. */
const acls = (caller: AccessPrincipal): ReadonlyArray<Completion> => {
  const own = caller.kind === "plain_user" ? caller.uid : principalAccount(caller)
  return ["\u{e000}somebody-else", ...(own === "" ? [] : [own])].flatMap(
    (owner): ReadonlyArray<Completion> => [
      (rules) => ({ ...rules, owner, bucketAcl: [], objectAcl: [] }),
      (rules) => {
        const everybody = [{ grantee: { kind: "everybody" as const }, permission: "FULL_CONTROL" as const }]
        return {
          ...rules,
          owner,
          bucketAcl: everybody,
          objectAcl: everybody,
          publicAccess: { ...rules.publicAccess, ignore_public_acls: false }
        }
      }
    ]
  )
}

const contents: Readonly<Record<UnreadableRule["part"], (caller: AccessPrincipal) => ReadonlyArray<Completion>>> = {
  identity_policy: () => [asItIs, withIdentity(allOfS3), withIdentity(nothingOfS3)],
  policy: () => [
    withBucketPolicy(null),
    withBucketPolicy(wide("Deny", anyone)),
    // a policy can admit this caller without being public
    (rules) => ({
      ...rules,
      bucketPolicy: wide("Allow", anyone),
      publicAccess: { ...rules.publicAccess, restrict_public_buckets: false }
    })
  ],
  public_access_block: () => [
    (rules) => ({ ...rules, publicAccess: openAccess }),
    (rules) => ({
      ...rules,
      publicAccess: {
        block_public_acls: true,
        ignore_public_acls: true,
        block_public_policy: true,
        restrict_public_buckets: true
      }
    })
  ],
  acl: acls
}

/** Tries nothing, allow all and deny all: policies only add or remove rights, so a common result is certain. */
export const completionsOf = ({ principal }: AccessRequest, rules: AccessRules): ReadonlyArray<AccessRules> =>
  [...new Set(rules.unknown.map(({ part }) => part))].reduce<ReadonlyArray<AccessRules>>(
    (found, part) => contents[part](principal).flatMap((complete) => found.map(complete)),
    [rules]
  )
