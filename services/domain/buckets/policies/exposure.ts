import { Schema } from "effect"
import type { AccessPrincipal } from "./AccessRequest.ts"
import { type AccessRules, openAccess } from "./AccessRules.ts"
import { decideAccess } from "./decideAccess.ts"
import { isPublicPolicy } from "./isPublicPolicy.ts"
import type { OpenLinks } from "./OpenLinks.ts"
import { statementName, type PolicyDialect } from "./Policy.ts"
import { normalizePolicy } from "./normalizePolicy.ts"

export const ExposureRoute = Schema.Struct({
  via: Schema.Literals(["policy", "bucket_acl", "link"]),
  to: Schema.Literals(["anybody", "everybody_who_signs", "whoever_has_the_link"]),
  may: Schema.Literals(["read", "list", "write", "delete"]),
  standing: Schema.Literals(["open", "conditional", "shielded"]),
  words: Schema.String
}).annotate({ identifier: "ExposureWay" })
export type ExposureRoute = typeof ExposureRoute.Type

export const Exposure = Schema.Struct({
  /** linked: by share or upload links only; shielded: blocked by the public access block only */
  verdict: Schema.Literals(["public", "conditional", "unavailable", "linked", "shielded", "private"]),
  ways: Schema.Array(ExposureRoute),
  /** PolicyStatus as the gateway reports it, which misses some public policies */
  policy_is_public: Schema.Boolean,
  website: Schema.Boolean,
  words: Schema.String
}).annotate({ identifier: "Exposure" })
export type Exposure = typeof Exposure.Type

const strangers: ReadonlyArray<{
  readonly to: ExposureRoute["to"]
  readonly principal: AccessPrincipal
  readonly words: string
}> = [
  { to: "anybody", principal: { kind: "anonymous" }, words: "Anybody" },
  {
    to: "everybody_who_signs",
    principal: { kind: "plain_user", uid: "\u{e000}somebody" },
    words: "Everybody who has a key"
  }
]
const deeds = [
  { may: "read", action: "s3:GetObject", words: "read objects" },
  { may: "list", action: "s3:ListBucket", words: "list objects" },
  { may: "write", action: "s3:PutObject", words: "write objects" },
  { may: "delete", action: "s3:DeleteObject", words: "delete objects" }
] as const

const ofLinks = (links: OpenLinks | null): ReadonlyArray<ExposureRoute> => {
  if (links === null) return []
  const routeFor = (
    count: number,
    may: ExposureRoute["may"],
    direction: string,
    deed: string
  ): ReadonlyArray<ExposureRoute> =>
    count === 0
      ? []
      : [
          {
            via: "link",
            to: "whoever_has_the_link",
            may,
            standing: "open",
            words:
              `Whoever has ${count === 1 ? "the" : `one of ${count}`} open ${direction} ` +
              `${count === 1 ? "link" : "links"} may ${deed} by it.`
          }
        ]
  return [
    ...routeFor(links.downloads, "read", "share", "read objects"),
    ...routeFor(links.uploads, "write", "upload", "send files")
  ]
}

/** Ways in for strangers, and the verdict. With unknown parts only known ways; no ACLs of single objects. */
export const exposureOf = (
  rules: AccessRules,
  website: boolean,
  dialect: PolicyDialect,
  links: OpenLinks | null
): Exposure => {
  const routes = strangers.flatMap((stranger) =>
    deeds.flatMap((deed) => [...ofPolicy(rules, stranger, deed, dialect), ...ofAcl(rules, stranger, deed, dialect)])
  )
  const worth = routes.filter(
    (routeFor, index) =>
      !(
        routeFor.to === "everybody_who_signs" &&
        routes.some(
          (other, place) =>
            place !== index &&
            other.to === "anybody" &&
            other.via === routeFor.via &&
            other.may === routeFor.may &&
            other.standing === routeFor.standing
        )
      )
  )
  const verdict = (["open", "conditional", "shielded"] as const).find((one) =>
    worth.some((routeFor) => routeFor.standing === one)
  )
  const unknown = rules.unknown.length > 0
  const linked = ofLinks(links)
  const byLink = linked.length > 0 && (verdict === undefined || verdict === "shielded")
  return {
    verdict: unknown
      ? "unavailable"
      : verdict === "open"
        ? "public"
        : verdict === "conditional"
          ? verdict
          : byLink
            ? "linked"
            : (verdict ?? "private"),
    ways: [...worth, ...linked],
    website,
    policy_is_public: rules.bucketPolicy !== null && isPublicPolicy(rules.bucketPolicy, dialect),
    words: unknown
      ? `It is not known whether the bucket is public: ${rules.unknown.map(({ why }) => why).join("; ")}.`
      : byLink
        ? `Open by links: ${linked.map(({ words }) => words).join(" ")}`
        : verdict === undefined
          ? website
            ? "Private: the website answers nobody, since nobody unnamed may read objects."
            : "Private: nobody unnamed gets in."
          : verdict === "shielded"
            ? "Shielded: the public access block keeps out whom the policy or an ACL would let in."
            : `${verdict === "open" ? "Public" : "Public under conditions"}: ${worth
                .filter((routeFor) => routeFor.standing === verdict)
                .map(({ words }) => words)
                .join(" ")}`
  }
}

type Stranger = (typeof strangers)[number]
type Deed = (typeof deeds)[number]

const ofPolicy = (
  rules: AccessRules,
  { principal, to, words }: Stranger,
  deed: Deed,
  dialect: PolicyDialect
): ReadonlyArray<ExposureRoute> => {
  const written = rules.bucketPolicy
  if (written === null) return []
  const bucketPolicy = normalizePolicy(written, dialect)
  const ask = (conditions: "met" | "unmet", publicAccess = rules.publicAccess) => {
    const statements = bucketPolicy.statements
      .filter(({ conditions: tests, effect }) => tests.length === 0 || (effect === "Allow") === (conditions === "met"))
      .map((one) => ({ ...one, conditions: [] }))
    // RestrictPublicBuckets uses the policy as written, conditions included
    const restricted = publicAccess.restrict_public_buckets && isPublicPolicy(written, dialect)
    return keysOf(rules)
      .map((key) =>
        decideAccess(
          { principal, action: deed.action, key, context: {} },
          {
            ...rules,
            bucketPolicy: { ...bucketPolicy, statements },
            bucketAcl: [],
            objectAcl: [],
            publicAccess: openAccess,
            unknown: []
          },
          dialect
        )
      )
      .find(({ outcome }) => outcome === "allowed" && !restricted)
  }
  const sure = ask("unmet")
  const found = sure ?? ask("met")
  const open = found ?? ask("unmet", openAccess) ?? ask("met", openAccess)
  if (open === undefined) return []
  const by = open.layers.find(({ layer }) => layer === "bucket_policy")?.statements[0]
  const through = by === undefined ? "the policy" : statementName(by)
  const verdict = sure !== undefined ? "open" : found !== undefined ? "conditional" : "shielded"
  return [
    {
      via: "policy",
      to,
      may: deed.may,
      standing: verdict,
      words:
        `${words} may ${deed.words} through ${through}${by === undefined ? "" : " of the policy"}` +
        `${verdict === "conditional" ? ", under conditions" : ""}.`
    }
  ]
}

const keysOf = ({ bucketPolicy }: AccessRules): ReadonlyArray<string> => [
  "\u{e000}some-key",
  ...(bucketPolicy?.statements ?? []).flatMap(({ resources }) =>
    (resources ?? []).flatMap((resource) => {
      const path = resource.split(":").slice(5).join(":")
      const slash = path.indexOf("/")
      return slash < 0 || slash === path.length - 1
        ? []
        : [
            path
              .slice(slash + 1)
              .replaceAll("*", "\u{e000}")
              .replaceAll("?", "x")
          ]
    })
  )
]

const ofAcl = (
  rules: AccessRules,
  { principal, to, words }: Stranger,
  deed: Deed,
  dialect: PolicyDialect
): ReadonlyArray<ExposureRoute> => {
  // the bucket's ACL does not cover reading objects
  if (deed.may === "read" || rules.ownerEnforced) return []
  const ask = (publicAccess: AccessRules["publicAccess"]) =>
    decideAccess(
      { principal, action: deed.action, key: deed.may === "list" ? null : "\u{e000}some-key", context: {} },
      { ...rules, publicAccess, bucketPolicy: denials(rules, dialect), unknown: [] },
      dialect
    ).outcome === "allowed"
  const open = ask({ ...rules.publicAccess, restrict_public_buckets: false })
  if (!open && !ask(openAccess)) return []
  return [
    {
      via: "bucket_acl",
      to,
      may: deed.may,
      standing: open ? "open" : "shielded",
      words: `${words} may ${deed.words} through the bucket's ACL.`
    }
  ]
}

/** Denies of the policy override every ACL. */
const denials = ({ bucketPolicy }: AccessRules, dialect: PolicyDialect) =>
  bucketPolicy === null
    ? null
    : {
        ...bucketPolicy,
        statements: normalizePolicy(bucketPolicy, dialect).statements.filter(
          ({ conditions, effect }) => effect === "Deny" && conditions.length === 0
        )
      }
