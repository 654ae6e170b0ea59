import { awsCommand as aws, type Command, type CommandPlace, quoted, s3Command as curl } from "~/lib/terminal"
import { awsOptionOf } from "./awscli"
import { type FeatureName, onPage, type Value } from "./feature"

const AWSCLI: Readonly<Record<FeatureName, string>> = {
  versioning: "bucket-versioning",
  encryption: "bucket-encryption",
  object_lock: "object-lock-configuration",
  tags: "bucket-tagging",
  quota: "",
  public_access_block: "public-access-block",
  acl: "bucket-acl",
  policy: "bucket-policy",
  cors: "bucket-cors",
  website: "bucket-website",
  lifecycle: "bucket-lifecycle-configuration",
  logging: "bucket-logging",
  notifications: "bucket-notification-configuration",
  replication: "bucket-replication"
}

/** No delete command in `aws s3api`: an empty value is put instead. */
const NO_DELETE: ReadonlySet<FeatureName> = new Set(["versioning", "object_lock", "acl", "logging", "notifications"])

export const readCommands = (feature: FeatureName, place: CommandPlace): ReadonlyArray<Command> => [
  ...(AWSCLI[feature] === "" ? [] : [aws(`get-${AWSCLI[feature]}`, place)]),
  curl("GET", onPage(feature).probe, place)
]

export const saveCommands = (
  feature: FeatureName,
  value: Value,
  document: string | null,
  place: CommandPlace
): ReadonlyArray<Command> => {
  const option = awsOptionOf(feature, value, document)
  const text =
    option === undefined ? "" : typeof option.value === "string" ? option.value : JSON.stringify(option.value)
  return [
    ...(option === undefined ? [] : [aws(`put-${AWSCLI[feature]}`, place, ` --${option.option} ${quoted(text)}`)]),
    ...(document === null || feature === "quota" ? [] : [curl("PUT", onPage(feature).probe, place, document)])
  ]
}

/** RGW deletes the bucket on a DELETE of an unknown sub-resource: features without a delete command get none. */
export const removeCommands = (feature: FeatureName, place: CommandPlace): ReadonlyArray<Command> =>
  AWSCLI[feature] === "" || NO_DELETE.has(feature)
    ? []
    : [
        aws(`delete-${feature === "lifecycle" ? "bucket-lifecycle" : AWSCLI[feature]}`, place),
        curl("DELETE", onPage(feature).probe, place)
      ]

export const undoCommands = (
  feature: FeatureName,
  before: Value | null,
  place: CommandPlace
): ReadonlyArray<Command> =>
  before === null ? removeCommands(feature, place) : saveCommands(feature, before, null, place)
