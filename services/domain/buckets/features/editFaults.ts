import type { InputIssue } from "../../platform/errors/Errors.ts"
import type { FeaturePlace } from "./Feature.ts"
import type { AnyFeature } from "./features.ts"

const isIndex = (step: string): boolean => /^\d+$/.test(step)

const valueAt = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null ? Object.getOwnPropertyDescriptor(at, step)?.value : undefined,
    value
  )

const keyOf = (value: unknown, { message, path }: InputIssue): string => {
  const at = valueAt(value, path)
  return JSON.stringify([path.filter((step) => !isIndex(step)), message, Array.isArray(at) ? null : (at ?? null)])
}

/** A stored list that is too long may stay as long. */
const isNoLonger = (before: unknown, after: unknown, path: ReadonlyArray<string>): boolean => {
  const [old, fresh] = [valueAt(before, path), valueAt(after, path)]
  return !Array.isArray(fresh) || (Array.isArray(old) && fresh.length <= old.length)
}

/** The gateway accepted faults of the stored value, so an edit need not fix them. */
const newFaults = (
  feature: AnyFeature,
  value: unknown,
  place: FeaturePlace,
  before: unknown
): ReadonlyArray<InputIssue> => {
  const faults = feature.faults(value, place, before)
  if (faults.length === 0 || before === null) return faults
  const old = new Map<string, number>()
  for (const fault of feature.faults(before, place, before))
    old.set(keyOf(before, fault), (old.get(keyOf(before, fault)) ?? 0) + 1)
  return faults.filter((fault) => {
    const key = keyOf(value, fault)
    const remainingCount = old.get(key) ?? 0
    if (remainingCount === 0 || !isNoLonger(before, value, fault.path)) return true
    old.set(key, remainingCount - 1)
    return false
  })
}

export const pathsInWords = (paths: ReadonlyArray<string>): string => [...new Set(paths)].join(", ")

export const editFaults = (
  feature: AnyFeature,
  value: unknown,
  place: FeaturePlace,
  stored: string | null
): ReadonlyArray<InputIssue> => {
  const faults = newFaults(feature, value, place, feature.understand(stored)?.value ?? null)
  const lost = faults.length > 0 ? [] : feature.lost(value, stored)
  return lost.length === 0
    ? faults
    : [
        {
          path: [],
          message:
            `This would drop parts of the configuration that Stowage does not know: ${pathsInWords(lost)}. ` +
            "Remove their rule in a change of its own first"
        }
      ]
}

export const unknownWarnings = (
  feature: AnyFeature,
  stored: string | null,
  removed: boolean
): ReadonlyArray<string> => {
  const paths = feature.unknown(stored).map(({ path }) => path)
  if (paths.length === 0) return []
  return [
    removed
      ? `Parts that Stowage does not know are removed as well: ${pathsInWords(paths)}.`
      : `Has parts that Stowage does not know and cannot edit: ${pathsInWords(paths)}. They stay as they are, ` +
        "and limit or extend what is shown here."
  ]
}
