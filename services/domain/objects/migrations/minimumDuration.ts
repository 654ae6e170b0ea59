import type { MigrationDraft } from "./BucketMigration.ts"

interface Size {
  readonly objects: number | null
  readonly bytes: number | null
}

/** Seconds; null without limits or known size. The speed of the gateways is unknown. */
export const minimumDuration = (
  { objects, bytes }: Size,
  limits: Pick<MigrationDraft, "max_bytes_per_second" | "max_requests_per_second">
): number | null => {
  const over = (amount: number | null, perSecond: number | null | undefined) =>
    amount === null || perSecond === null || perSecond === undefined ? [] : [Math.ceil(amount / perSecond)]
  const least = [
    ...over(bytes, limits.max_bytes_per_second),
    ...over(objects === null ? null : objects * 2, limits.max_requests_per_second)
  ]
  return least.length === 0 ? null : Math.max(...least)
}
