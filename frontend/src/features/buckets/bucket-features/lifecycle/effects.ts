import type { Frame } from "~/client/contract"
import { bytes, counted } from "~/lib/format"

export type SimulationFrame = Frame<"POST /api/manager/buckets/:bucket_name/lifecycle/simulation">
export type Simulated = Extract<SimulationFrame, { readonly event: "result" }>["data"]
export type Effects = Simulated["effects"][number]

export const effectLines = (
  { delete_markers, expired, noncurrent, transitions, uploads }: Effects,
  versioning: Simulated["versioning"]
): ReadonlyArray<string> => [
  ...(expired.count === 0
    ? []
    : [
        `${counted(expired.count, "object")}, ${bytes(expired.bytes)}, ` +
          `${versioning === "enabled" ? "deleted and kept as old versions" : "deleted"}`
      ]),
  ...(noncurrent.count === 0
    ? []
    : [`${counted(noncurrent.count, "old version")}, ${bytes(noncurrent.bytes)}, deleted for good`]),
  ...(delete_markers === 0 ? [] : [`${counted(delete_markers, "delete marker")} removed`]),
  ...(uploads === 0 ? [] : [`${counted(uploads, "unfinished upload")} removed`]),
  ...(transitions.count === 0
    ? []
    : [`${counted(transitions.count, "object")}, ${bytes(transitions.bytes)}, moved to another storage class`])
]

export const effectCount = ({ delete_markers, expired, noncurrent, transitions, uploads }: Effects): number =>
  expired.count + noncurrent.count + transitions.count + delete_markers + uploads

export const effectsWithin = (effects: ReadonlyArray<Effects>, days: number): Effects | undefined =>
  effects.find((one) => one.days === days)
