import { MAX_RETAINED_RETRIED } from "#domain/buckets/Emptying.ts"
import type { ContentsSettings } from "./BucketContents.ts"

export const emptyingWarnings = (
  { lifecycle, objectLock, replication, versioning }: ContentsSettings,
  deletes: boolean
): ReadonlyArray<string> => [
  "What is removed cannot be brought back. The count is the gateway's own; what arrives meanwhile is removed as well.",
  ...(objectLock === true
    ? [
        "Object lock is on: what is retained or held stays and is listed in the report, and after " +
          `${MAX_RETAINED_RETRIED.toLocaleString("en")} of it the run ` +
          `ends${deletes ? "; then the bucket stays" : ""}.`
      ]
    : []),
  ...(versioning === "enabled" || versioning === "suspended"
    ? [
        `Versioning is ${versioning}: all versions and delete markers are removed, so no earlier version is ` +
          "left to go back to."
      ]
    : []),
  ...(lifecycle === true ? ["Lifecycle rules are set: the gateway may remove objects by itself meanwhile."] : []),
  ...(replication === true
    ? ["Replication is set: what becomes of the copies elsewhere is decided by its rules."]
    : []),
  ...(objectLock === null || versioning === null
    ? ["The gateway does not tell everything about this bucket: locked versions may be found only when they stay."]
    : [])
]
