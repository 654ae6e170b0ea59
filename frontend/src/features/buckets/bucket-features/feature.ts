import type { Answer, Row } from "~/client/contract"

export type Reading = Row<"GET /api/manager/buckets/:bucket_name/features">
export type FeatureName = Reading["feature"]
export type Value = NonNullable<Reading["value"]>
export type Check = Answer<"POST /api/manager/buckets/:bucket_name/features/:feature/check">
export type Change = Row<"GET /api/manager/buckets/:bucket_name/history">

export type FeatureTab = "properties" | "permissions" | "lifecycle" | "advanced"

export interface FeatureOnPage {
  readonly feature: FeatureName
  readonly label: string
  readonly tab: FeatureTab
  readonly help: string
  readonly probe: string
  readonly unset: string
  readonly meant?: Partial<Record<Reading["state"], string>>
}

export const FEATURE_LIST: ReadonlyArray<FeatureOnPage> = [
  {
    feature: "versioning",
    label: "Versioning",
    tab: "properties",
    probe: "?versioning",
    unset: "What is overwritten or deleted is gone.",
    meant: { enabled: "Older versions are kept.", suspended: "No more versions are kept." },
    help: "Keeps what was overwritten or deleted as older versions."
  },
  {
    feature: "encryption",
    label: "Encryption",
    tab: "properties",
    probe: "?encryption",
    unset: "Uploads are stored as they come.",
    help: "Encrypts what is uploaded without saying how."
  },
  {
    feature: "object_lock",
    label: "Object lock",
    tab: "properties",
    probe: "?object-lock",
    unset: "Nothing is kept from being deleted.",
    meant: { enabled: "Versions can be kept." },
    help: "Keeps versions from being deleted until a day, or until somebody lets go."
  },
  {
    feature: "tags",
    label: "Tags",
    tab: "properties",
    probe: "?tagging",
    unset: "No tags.",
    help: "Words about the bucket: what it is for, whose it is, who pays."
  },
  {
    feature: "quota",
    label: "Quota",
    tab: "properties",
    probe: "/admin/bucket",
    unset: "As much as its owner may hold.",
    help: "How much the bucket may hold. Only who administers the gateway sets it."
  },
  {
    feature: "public_access_block",
    label: "Public access block",
    tab: "permissions",
    probe: "?publicAccessBlock",
    unset: "Nothing is blocked.",
    help: "Keeps everybody out, whatever ACL and policy grant."
  },
  {
    feature: "acl",
    label: "ACL",
    tab: "permissions",
    probe: "?acl",
    unset: "Nobody but the owner.",
    help: "Who else may list, read or write: an old way, beside the policy."
  },
  {
    feature: "policy",
    label: "Policy",
    tab: "permissions",
    probe: "?policy",
    unset: "No policy lets anybody in, or keeps anybody out.",
    help: "Who may do what with the bucket and its objects, in statements."
  },
  {
    feature: "cors",
    label: "CORS",
    tab: "permissions",
    probe: "?cors",
    unset: "No website may call it.",
    help: "Which websites may call the bucket from their visitors' browsers."
  },
  {
    feature: "website",
    label: "Static website",
    tab: "permissions",
    probe: "?website",
    unset: "It is served as no website.",
    help: "Serves the bucket as a website, where the gateway has an address for that."
  },
  {
    feature: "lifecycle",
    label: "Lifecycle",
    tab: "lifecycle",
    probe: "?lifecycle",
    unset: "Everything stays until somebody deletes it.",
    help: "Deletes or moves objects once they are old enough."
  },
  {
    feature: "logging",
    label: "Access logging",
    tab: "advanced",
    probe: "?logging",
    unset: "Nothing is written.",
    help: "Writes who asked for what into another bucket."
  },
  {
    feature: "notifications",
    label: "Notifications",
    tab: "advanced",
    probe: "?notification",
    unset: "Nobody is told.",
    help: "Tells a topic what happens to objects."
  },
  {
    feature: "replication",
    label: "Replication",
    tab: "advanced",
    probe: "?replication",
    unset: "Nothing is copied.",
    help: "Copies objects into another bucket."
  }
]

export const onPage = (feature: FeatureName): FeatureOnPage => {
  const entry = FEATURE_LIST.find((one) => one.feature === feature)
  if (entry === undefined) throw new Error(`no feature is called ${feature}`)
  return entry
}

export const featuresOn = (tab: FeatureTab): ReadonlyArray<FeatureOnPage> =>
  FEATURE_LIST.filter((one) => one.tab === tab)
