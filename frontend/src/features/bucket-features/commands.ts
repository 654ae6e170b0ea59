import type { FeatureEditor } from "./feature-editor"
import { type FeatureName, onPage, type Value } from "./feature"

/** Where a command is run: the gateway's address and the bucket by the name that S3 knows it by. */
export interface CommandPlace {
  readonly endpoint: string
  readonly bucket: string
}

/** A way to do the same in a terminal; credentials are the terminal's own. */
export interface Command {
  readonly tool: string
  readonly text: string
}

/** A word as a shell of the POSIX kind takes it. */
export const quoted = (word: string): string => /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`

const AWSCLI: Readonly<Record<FeatureName, string>> = {
  versioning: "bucket-versioning", encryption: "bucket-encryption", object_lock: "object-lock-configuration", tags: "bucket-tagging", quota: "",
  public_access_block: "public-access-block", acl: "bucket-acl", policy: "bucket-policy", cors: "bucket-cors", website: "bucket-website",
  lifecycle: "bucket-lifecycle-configuration", logging: "bucket-logging", notifications: "bucket-notification-configuration", replication: "bucket-replication"
}

/** `aws s3api` has no way to take these away: an empty one is put. */
const NO_DELETE: ReadonlySet<FeatureName> = new Set(["versioning", "object_lock", "acl", "logging", "notifications"])

const aws = (verb: string, { bucket, endpoint }: CommandPlace, rest = ""): Command =>
  ({ tool: "awscli", text: `aws --endpoint-url ${quoted(endpoint)} s3api ${verb} --bucket ${quoted(bucket)}${rest}` })

const curl = (method: string, path: string, { bucket, endpoint }: CommandPlace, document: string | null = null): Command => {
  const address = path.startsWith("/admin/")
    ? `${endpoint.replace(/\/+$/, "")}${path}?bucket=${encodeURIComponent(bucket)}`
    : `${endpoint.replace(/\/+$/, "")}/${encodeURIComponent(bucket)}${path}`
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}--aws-sigv4 aws:amz:us-east-1:s3 -u "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" ${quoted(address)}`,
    ...(document === null ? [] : [
      `-H "Content-MD5: $(printf %s ${quoted(document)} | openssl md5 -binary | base64)"`,
      `--data-binary ${quoted(document)}`
    ])
  ]
  return { tool: "curl", text: lines.join(" \\\n  ") }
}

/** How a feature is read. */
export const readCommands = (feature: FeatureName, place: CommandPlace): ReadonlyArray<Command> => [
  ...(AWSCLI[feature] === "" ? [] : [aws(`get-${AWSCLI[feature]}`, place)]),
  curl("GET", onPage(feature).probe, place)
]

/** How a value is put; `document`: what is sent, as the service says. */
export const saveCommands = ({ awscli, feature }: Pick<FeatureEditor, "awscli" | "feature">, value: Value, document: string | null, place: CommandPlace): ReadonlyArray<Command> => {
  const said = awscli?.(value)
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
