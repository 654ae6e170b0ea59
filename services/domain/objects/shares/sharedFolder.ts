import type { ShareRecord } from "./ShareRecord.ts"

export const sharedFolder = ({
  keys,
  kind,
  objects,
  prefix
}: Pick<ShareRecord, "keys" | "kind" | "objects" | "prefix">): string => {
  const [only, ...others] = keys
  return kind === "archive" && only?.endsWith("/") === true && others.length === 0 && objects.length === 0
    ? only
    : prefix
}
