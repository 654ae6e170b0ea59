import type { ConflictChoice } from "~/features/objects/transfers/key-conflict"
import type { PlannedUpload } from "~/features/objects/transfers/upload-files"

const parts = (key: string): readonly [stem: string, end: string] => {
  const [, stem = key, end = ""] = /^(.*?[^/])(\.[^./]+)?$/s.exec(key) ?? []
  return [stem, end]
}

export const numberedKeyPrefix = (key: string): string => `${parts(key)[0]} (`

export const freeKey = (key: string, isTaken: (key: string) => boolean): string => {
  const [stem, end] = parts(key)
  for (let number = 1; ; number++) {
    const free = `${stem} (${number})${end}`
    if (!isTaken(free)) return free
  }
}

export const applyChoices = (
  planned: ReadonlyArray<PlannedUpload>,
  existing: { readonly has: (key: string) => boolean },
  choices: ReadonlyMap<string, ConflictChoice>,
  others: ReadonlySet<string>
): ReadonlyArray<PlannedUpload> => {
  const used = new Set(planned.map(({ key }) => key))
  return planned.flatMap((file) => {
    const choice = choices.get(file.key)
    if (!existing.has(file.key)) return [file]
    if (choice === "replace") return [{ ...file, replaces: true }]
    if (choice !== "keep-both") return []
    const free = withKey(
      file,
      freeKey(file.key, (other) => used.has(other) || existing.has(other) || others.has(other))
    )
    used.add(free.key)
    return [free]
  })
}

export const withKey = (file: PlannedUpload, key: string): PlannedUpload => ({
  ...file,
  key,
  path: key.slice(file.key.length - file.path.length),
  wanted: file.wanted ?? file.key
})
