import type { ExecutionContext } from "./execution-contexts"

type Folders = ExecutionContext["folders"]

export const isListable = (folders: Folders, bucket: string, prefix: string): boolean =>
  folders === undefined || folders.some((one) => one.bucket_name === bucket && prefix.startsWith(one.prefix))

export const entryFolder = (folders: Folders, bucket: string): string => {
  const prefixes = folders?.flatMap((one) => (one.bucket_name === bucket ? [one.prefix] : [])) ?? []
  return prefixes.includes("") ? "" : (prefixes[0] ?? "")
}

export const topFolders = (folders: Folders, bucket: string): ReadonlyArray<string> => {
  if (folders === undefined) return [""]
  const prefixes = folders.flatMap((one) => (one.bucket_name === bucket ? [one.prefix] : []))
  return [...new Set(prefixes)]
    .filter((prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)))
    .sort()
}
