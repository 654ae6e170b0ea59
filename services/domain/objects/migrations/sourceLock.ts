import { Option, Schema } from "effect"
import { ownerArn } from "../../buckets/policies/copyGuard.ts"

/** Policy actions stay allowed, to release the lock. RGW never matches `NotAction`; system users pass policies. */
const DELETE_ACTIONS = ["s3:DeleteObject", "s3:DeleteObjectVersion"]
const DENIED_ACTIONS = [
  "s3:PutObject",
  "s3:PutObjectAcl",
  "s3:PutObjectVersionAcl",
  "s3:PutObjectTagging",
  "s3:PutObjectVersionTagging",
  "s3:PutObjectRetention",
  "s3:PutObjectLegalHold",
  ...DELETE_ACTIONS,
  "s3:DeleteObjectTagging",
  "s3:DeleteObjectVersionTagging",
  "s3:BypassGovernanceRetention",
  "s3:PutLifecycleConfiguration",
  "s3:PutBucketVersioning",
  "s3:DeleteBucket"
]

const DEFAULT_VERSION = "2012-10-17"

export const lockStatementId = (id: string): string => `StowageCutover${id}`

const readRecord = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))
const recordOf = (text: string): Readonly<Record<string, unknown>> | null => Option.getOrNull(readRecord(text))

/** Null: `original` is no JSON object. `owner` passes the lock; users of an owning account pass with it (RGW). */
export const lockedPolicy = (
  bucket: string,
  original: string | null,
  id: string,
  owner: string | null = null
): string | null => {
  const document = original === null ? { Version: DEFAULT_VERSION } : recordOf(original)
  if (document === null) return null
  const statements = "Statement" in document ? [document["Statement"]].flat() : []
  return JSON.stringify({
    ...document,
    Statement: [
      ...statements,
      {
        Sid: lockStatementId(id),
        Effect: "Deny",
        ...(owner === null ? { Principal: "*" } : { NotPrincipal: { AWS: [ownerArn(owner)] } }),
        Action: DENIED_ACTIONS,
        Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`]
      }
    ]
  })
}

/** Allows deletes while the source is emptied: a delete by another user removes what is deleted anyway. */
export const deletionPolicy = (locked: string, id: string): string | null => {
  const document = recordOf(locked)
  if (document === null || !hasLockStatement(locked, id)) return null
  return JSON.stringify({
    ...document,
    Statement: [document["Statement"]]
      .flat()
      .map((one) =>
        isLockStatement(one, id)
          ? { ...one, Action: DENIED_ACTIONS.filter((action) => !DELETE_ACTIONS.includes(action)) }
          : one
      )
  })
}

const isLockStatement = (one: unknown, id: string): one is Readonly<Record<string, unknown>> =>
  typeof one === "object" && one !== null && "Sid" in one && one.Sid === lockStatementId(id)

export const hasLockStatement = (policy: string | null, id: string): boolean => {
  const statements = [policy === null ? null : recordOf(policy)?.["Statement"]].flat()
  return statements.some((one) => isLockStatement(one, id))
}

export interface LockDocuments {
  readonly id: string
  readonly original: string | null
  readonly locked: string
}

/** `restored`: also when the lock is absent. `foreign`: the policy changed around the lock; remove it by hand. */
export const policyRelease = (
  current: string | null,
  { id, locked, original }: LockDocuments
): "restored" | "restore" | "foreign" => {
  if (current !== null && (current === locked || current === deletionPolicy(locked, id))) return "restore"
  return current !== original && hasLockStatement(current, id) ? "foreign" : "restored"
}
