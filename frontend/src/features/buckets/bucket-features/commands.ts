import { awsCommand as aws, type Command, type CommandPlace, quoted, s3Command as curl } from "~/lib/terminal"
import { awsOptionOf } from "./awscli"
import { type FeatureName, onPage, type Value } from "./feature"

const AWSCLI: Readonly<Record<FeatureName, string>> = {
  versioning: "bucket-versioning", encryption: "bucket-encryption", object_lock: "object-lock-configuration", tags: "bucket-tagging", quota: "",
  public_access_block: "public-access-block", acl: "bucket-acl", policy: "bucket-policy", cors: "bucket-cors", website: "bucket-website",
  lifecycle: "bucket-lifecycle-configuration", logging: "bucket-logging", notifications: "bucket-notification-configuration", replication: "bucket-replication"
}

/** `aws s3api` has no way to take these away: an empty one is put. */
const NO_DELETE: ReadonlySet<FeatureName> = new Set(["versioning", "object_lock", "acl", "logging", "notifications"])

/** How a feature is read. */
export const readCommands = (feature: FeatureName, place: CommandPlace): ReadonlyArray<Command> => [
  ...(AWSCLI[feature] === "" ? [] : [aws(`get-${AWSCLI[feature]}`, place)]),
  curl("GET", onPage(feature).probe, place)
]

/** How a value is put; `document`: what is sent, as the service says. */
export const saveCommands = (feature: FeatureName, value: Value, document: string | null, place: CommandPlace): ReadonlyArray<Command> => {
  const said = awsOptionOf(feature, value, document)
  const text = said === undefined ? "" : typeof said.value === "string" ? said.value : JSON.stringify(said.value)
  return [
    ...(said === undefined ? [] : [aws(`put-${AWSCLI[feature]}`, place, ` --${said.option} ${quoted(text)}`)]),
    ...(document === null || feature === "quota" ? [] : [curl("PUT", onPage(feature).probe, place, document)])
  ]
}

/** How it is taken away. Of what RGW does not know, a DELETE would take the bucket: only what has one is offered. */
export const removeCommands = (feature: FeatureName, place: CommandPlace): ReadonlyArray<Command> =>
  AWSCLI[feature] === "" || NO_DELETE.has(feature)
    ? []
    : [aws(`delete-${feature === "lifecycle" ? "bucket-lifecycle" : AWSCLI[feature]}`, place), curl("DELETE", onPage(feature).probe, place)]

/** How what stood before a change is put back, whatever came since: nothing where awscli cannot say it, or nothing stood there that it could take away. */
export const undoCommands = (feature: FeatureName, before: Value | null, place: CommandPlace): ReadonlyArray<Command> =>
  before === null ? removeCommands(feature, place) : saveCommands(feature, before, null, place)
