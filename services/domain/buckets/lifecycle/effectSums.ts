import type { LifecycleEffects } from "./LifecycleSimulation.ts"
import type { LifecycleAct } from "./lifecycleOutcome.ts"

/** Mutable, since a bucket may have millions of objects. */
interface Sums {
  readonly days: number
  expired: number
  expiredBytes: number
  noncurrent: number
  noncurrentBytes: number
  markers: number
  uploads: number
  moved: number
  movedBytes: number
  freed: number
}

export interface EffectSums {
  readonly add: (run: number, act: LifecycleAct | "abort_upload", bytes: number, freed: boolean) => void
  readonly result: () => ReadonlyArray<LifecycleEffects>
}

export const effectSums = (horizons: ReadonlyArray<number>): EffectSums => {
  const sums = horizons.map(
    (days): Sums => ({
      days,
      expired: 0,
      expiredBytes: 0,
      noncurrent: 0,
      noncurrentBytes: 0,
      markers: 0,
      uploads: 0,
      moved: 0,
      movedBytes: 0,
      freed: 0
    })
  )
  const addTo = (sum: Sums, act: LifecycleAct | "abort_upload", bytes: number, freed: boolean) => {
    if (act === "expire_current") {
      sum.expired++
      sum.expiredBytes += bytes
    } else if (act === "expire_noncurrent") {
      sum.noncurrent++
      sum.noncurrentBytes += bytes
    } else if (act === "transition") {
      sum.moved++
      sum.movedBytes += bytes
    } else if (act === "abort_upload") sum.uploads++
    else sum.markers++
    if (freed) sum.freed += bytes
  }
  return {
    add: (run, act, bytes, freed) => {
      for (let index = sums.length - 1; index >= 0; index--) {
        const sum = sums[index]
        if (sum === undefined || sum.days < run) break
        addTo(sum, act, bytes, freed)
      }
    },
    result: () =>
      sums.map((sum) => ({
        days: sum.days,
        expired: { count: sum.expired, bytes: sum.expiredBytes },
        noncurrent: { count: sum.noncurrent, bytes: sum.noncurrentBytes },
        delete_markers: sum.markers,
        uploads: sum.uploads,
        transitions: { count: sum.moved, bytes: sum.movedBytes },
        freed_bytes: sum.freed
      }))
  }
}
