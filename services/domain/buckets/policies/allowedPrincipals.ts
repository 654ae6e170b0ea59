import type { AccessPrincipal } from "./AccessRequest.ts"
import { privateBucket } from "./AccessRules.ts"
import { allOfS3 } from "./completions.ts"
import { decideAccess } from "./decideAccess.ts"
import { arnParts } from "./matchPattern.ts"
import type { Policy, PolicyDialect } from "./Policy.ts"
import { principalName } from "./principalWords.ts"
import { normalizePolicy } from "./normalizePolicy.ts"
import { keyPatternWords } from "./statementWords.ts"
import { wordList } from "./wordList.ts"

const abilities = [
  { action: "s3:GetObject", words: "read objects", onKeys: true },
  { action: "s3:PutObject", words: "write objects", onKeys: true },
  { action: "s3:DeleteObject", words: "delete objects", onKeys: true },
  { action: "s3:ListBucket", words: "list objects", onKeys: false },
  { action: "s3:PutBucketPolicy", words: "change the policy", onKeys: false },
  { action: "s3:DeleteBucket", words: "delete the bucket", onKeys: false }
] as const

interface Whom {
  readonly words: string
  readonly principal: AccessPrincipal
}
interface Place {
  readonly words: string
  readonly key: string
}
type BucketRules = { readonly bucket: string; readonly owner: string; readonly dialect: PolicyDialect }

/** Key that only the widest pattern matches. */
const anyKey = "\u{e000}some-key"

const maxCombinations = 400

/** Evaluates the policy, so that Denies count. Assumes that callers' own policies allow everything. */
export const allowedPrincipals = (written: Policy, rules: BucketRules): ReadonlyArray<string> => {
  const policy = normalizePolicy(written, rules.dialect)
  if ((namedPrincipals(policy, rules).length + 1) * (placesOf(policy).length + 1) > maxCombinations) {
    return ["The policy names too many principals and places to list what each of them may do: ask about one of them."]
  }
  const anybody: Whom = { words: "Anybody", principal: { kind: "anonymous" } }
  const sentences = (whom: Whom) => {
    const certain = abilitiesOf(whom, withoutConditionalAllows(policy), policy, rules)
    const conditional = abilitiesOf(whom, withoutConditionalDenies(policy), policy, rules).filter(
      (one) => !certain.includes(one)
    )
    return [
      ...(certain.length === 0 ? [] : [`${whom.words} may ${wordList(certain)}.`]),
      ...(conditional.length === 0 ? [] : [`${whom.words} may ${wordList(conditional)} under conditions.`])
    ]
  }
  const forAnybody = sentences(anybody)
  const others = namedPrincipals(policy, rules).flatMap((whom) => {
    const lines = sentences(whom)
    const plain = (line: string) => line.slice(line.indexOf(" may "))
    return lines.filter((line) => !forAnybody.some((other) => plain(other) === plain(line)))
  })
  const all = [...forAnybody, ...others]
  return all.length > 0
    ? all
    : ["The policy lets nobody in: who gets in does so by their own policies, as the account's root user, or by ACLs."]
}

const withoutConditionalAllows = (policy: Policy): Policy => ({
  ...policy,
  statements: policy.statements
    .filter(({ conditions, effect }) => effect === "Deny" || conditions.length === 0)
    .map((one) => ({ ...one, conditions: [] }))
})
const withoutConditionalDenies = (policy: Policy): Policy => ({
  ...policy,
  statements: policy.statements
    .filter(({ conditions, effect }) => effect === "Allow" || conditions.length === 0)
    .map((one) => ({ ...one, conditions: [] }))
})

const abilitiesOf = (
  whom: Whom,
  read: Policy,
  policy: Policy,
  { bucket, dialect, owner }: BucketRules
): ReadonlyArray<string> => {
  const rules = { ...privateBucket(bucket, owner), bucketPolicy: read, bucketAcl: [], objectAcl: [] }
  // cross-account: assume that their account allows it; users of the owner gain nothing by that assumption
  const ownUser = whom.principal.kind === "iam_user" && whom.principal.account === owner
  const identityPolicies = ownUser || whom.principal.kind !== "iam_user" ? [] : [allOfS3]
  const may = (action: string, key: string | null) => {
    const decision = decideAccess(
      { principal: whom.principal, action, key, context: {} },
      { ...rules, identityPolicies },
      dialect
    )
    return (
      decision.outcome === "allowed" &&
      decision.layers.some(({ layer, verdict }) => layer === "bucket_policy" && verdict === "allow")
    )
  }
  return abilities.flatMap(({ action, onKeys, words }) => {
    if (!onKeys) return may(action, null) ? [words] : []
    const places = placesOf(policy)
    if (may(action, anyKey)) {
      const except = places.filter(({ key }) => !may(action, key)).map((place) => place.words)
      return [except.length === 0 ? words : `${words} except ${wordList(except)}`]
    }
    const where = places.filter(({ key }) => may(action, key)).map((place) => place.words)
    return where.length === 0 ? [] : [`${words} ${wordList(where)}`]
  })
}

const placesOf = (policy: Policy): ReadonlyArray<Place> => {
  const patterns = policy.statements
    .flatMap(({ notResources, resources }) => [...(resources ?? []), ...(notResources ?? [])])
    .flatMap((resource) => {
      const path = arnParts(resource)?.[5] ?? ""
      const slash = path.indexOf("/")
      const key = slash < 0 ? "*" : path.slice(slash + 1)
      return key === "*" || key === "" ? [] : [key]
    })
  return [...new Set(patterns)].map((pattern) => ({
    words: keyPatternWords(pattern),
    key: pattern.replaceAll("*", "\u{e000}").replaceAll("?", "x")
  }))
}

const namedPrincipals = (policy: Policy, { dialect, owner }: BucketRules): ReadonlyArray<Whom> => {
  const names = policy.statements.flatMap(({ notPrincipal, principal }) => [
    ...(principal?.aws ?? []),
    ...(notPrincipal?.aws ?? [])
  ])
  return [...new Set(names)].flatMap((name) => {
    const parts = arnParts(name)
    const account = parts === null ? name : parts[4]
    const resource = parts?.[5] ?? "root"
    const words = principalName(name, dialect)
    const whom = (principal: AccessPrincipal): ReadonlyArray<Whom> => [
      { words: words.charAt(0).toUpperCase() + words.slice(1), principal }
    ]
    if (resource === "root") {
      if (account === "") return []
      return whom(
        dialect === "aws" && account === owner
          ? { kind: "account_root", account }
          : { kind: "iam_user", account, name: "\u{e000}some-user" }
      )
    }
    if (!resource.startsWith("user/")) return []
    const user = resource.slice("user/".length)
    return whom(account === "" ? { kind: "plain_user", uid: user } : { kind: "iam_user", account, name: user })
  })
}
