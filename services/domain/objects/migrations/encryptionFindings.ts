import type { ObjectEncryption } from "../ObjectDetails.ts"
import type { MigrationFinding } from "./BucketMigration.ts"

type Kind = ObjectEncryption["kind"]

const countsOf = (kinds: ReadonlyArray<Kind>, counted: ReadonlyArray<Kind>): Readonly<Partial<Record<Kind, number>>> =>
  Object.fromEntries(
    counted.flatMap((kind) => {
      const count = kinds.filter((one) => one === kind).length
      return count === 0 ? [] : [[kind, count]]
    })
  )

/** `read`: sampled objects. `customerKeys`: those unreadable without their owner's key (SSE-C). */
export const encryptionFindings = (
  kinds: ReadonlyArray<Kind>,
  customerKeys: ReadonlyArray<string>,
  { accepted, isOneGateway }: { readonly accepted: boolean; readonly isOneGateway: boolean }
): ReadonlyArray<Omit<MigrationFinding, "scope">> => {
  const counts = countsOf(kinds, ["sse_s3", "sse_kms"])
  const evidence = { ...counts, objects_read: kinds.length + customerKeys.length }
  const encrypted =
    Object.keys(counts).length === 0
      ? []
      : isOneGateway
        ? [
            {
              severity: "info" as const,
              code: "encryption_kept",
              message: "Encrypted objects keep their kind",
              evidence
            }
          ]
        : [
            {
              severity: "warning" as const,
              code: "encryption",
              message: accepted
                ? "Encrypted objects are written without their encryption, as accepted"
                : "Encrypted objects are encrypted anew with the target's keys, and not copied where it refuses that",
              evidence
            }
          ]
  return [
    ...encrypted,
    ...(customerKeys.length === 0
      ? []
      : [
          {
            severity: "warning" as const,
            code: "customer_key",
            message: "Objects with a key of their owner (SSE-C) are not copied",
            evidence: { objects: customerKeys.length, key: customerKeys[0] ?? "", objects_read: evidence.objects_read }
          }
        ])
  ]
}
