import type { ExecutionContext } from "./execution-contexts"

type Folders = ExecutionContext["folders"]

/** Tests whether a context may list a folder; without a limit it may list all. */
export const isListable = (folders: Folders, bucket: string, prefix: string): boolean =>
  folders === undefined || folders.some((one) => one.bucket_name === bucket && prefix.startsWith(one.prefix))

/** Folder in which a context enters a bucket: the root where it may list it. */
export const entryFolder = (folders: Folders, bucket: string): string => {
  const prefixes = folders?.flatMap((one) => (one.bucket_name === bucket ? [one.prefix] : [])) ?? []
  return prefixes.includes("") ? "" : (prefixes[0] ?? "")
}

/** Topmost folders of a bucket that a context may list, in the order of their names; the root without a limit. */
export const topFolders = (folders: Folders, bucket: string): ReadonlyArray<string> => {
  if (folders === undefined) return [""]
  const prefixes = folders.flatMap((one) => (one.bucket_name === bucket ? [one.prefix] : []))
  return [...new Set(prefixes)]
    .filter((prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)))
    .sort()
}
