import type { GiveAccess, GrantLevel, PolicyRecipient } from "./AccessGrant.ts"
import { GRANT_NAME_PREFIX, GRANT_SID_PREFIX } from "./grantNames.ts"

type Json = Readonly<Record<string, unknown>>

/** GetBucketLocation: some clients ask for the region first. */
const bucketActions: Readonly<Record<GrantLevel, ReadonlyArray<string>>> = {
  read: ["s3:ListBucket"],
  read_write: ["s3:ListBucket"],
  upload: []
}
const upload = ["s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"]
const objectActions: Readonly<Record<GrantLevel, ReadonlyArray<string>>> = {
  read: ["s3:GetObject"],
  read_write: ["s3:GetObject", ...upload, "s3:DeleteObject"],
  upload
}

const shortHash = (text: string): string => {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, "0")
}

/** One per holder, bucket and folder, so that another grant replaces it. */
export const grantPolicyName = (bucket: string, prefix: string): string =>
  `${GRANT_NAME_PREFIX}${bucket.replace(/[^\w.-]/g, "-").slice(0, 63)}-${shortHash(`${bucket}/${prefix}`)}`

export const grantSid = ({ kind, name }: PolicyRecipient, prefix: string): string =>
  `${GRANT_SID_PREFIX}${shortHash(`${kind} ${name} ${prefix}`)}`

/** Sid of a grant without the suffix of its statement; null for other Sids. */
export const grantOfSid = (sid: string): string | null => {
  const base = sid.slice(0, GRANT_SID_PREFIX.length + 16)
  return sid.startsWith(GRANT_SID_PREFIX) && (sid === `${base}List` || sid === `${base}Objects`) ? base : null
}

export const grantStatements = (
  bucket: string,
  { level, prefix, until }: Pick<GiveAccess, "level" | "prefix" | "until">,
  sid: string
): ReadonlyArray<Json> => {
  const ends = until === null ? {} : { DateLessThan: { "aws:CurrentTime": until } }
  const within = prefix === "" ? {} : { StringLike: { "s3:prefix": [prefix, `${prefix}*`] } }
  const condition = (parts: Json) => (Object.keys(parts).length === 0 ? {} : { Condition: parts })
  const listing = bucketActions[level]
  return [
    ...(listing.length === 0
      ? []
      : [
          {
            Sid: `${sid}List`,
            Effect: "Allow",
            Action: listing,
            Resource: `arn:aws:s3:::${bucket}`,
            ...condition({ ...within, ...ends })
          }
        ]),
    {
      Sid: `${sid}Objects`,
      Effect: "Allow",
      Action: objectActions[level],
      Resource: `arn:aws:s3:::${bucket}/${prefix}*`,
      ...condition(ends)
    }
  ]
}

export const grantDocument = (statements: ReadonlyArray<Json>): string =>
  JSON.stringify({ Version: "2012-10-17", Statement: statements }, null, 2)

const levelWords: Readonly<Record<GrantLevel, string>> = {
  read: "list and read",
  read_write: "list, read, write and delete",
  upload: "upload to"
}
const recipientWords: Readonly<Record<PolicyRecipient["kind"], string>> = {
  iam_user: "IAM user",
  iam_group: "Members of IAM group",
  iam_role: "Sessions of IAM role",
  account: "Account"
}

export const recipientText = ({ kind, name }: PolicyRecipient): string => `${recipientWords[kind]} ${name}`

export const grantSentence = (
  bucket: string,
  who: string,
  { level, prefix, until }: Pick<GiveAccess, "level" | "prefix" | "until">
): string =>
  `${who} can ${levelWords[level]} ${
    prefix === "" ? `bucket ${bucket}` : `folder ${prefix} of bucket ${bucket}`
  }${until === null ? "" : ` until ${until}`}.`
