import { createHash } from "node:crypto"

const digest = (name: string): string => createHash("md5").update(name).digest("hex")

/** RGW lists in hash order. Any stable non-alphabetical order reveals callers that rely on sorting. */
export const hashOrder = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names
    .map((name) => [digest(name), name] as const)
    .sort((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([, name]) => name)

export const hashPage = (names: ReadonlyArray<string>, marker: string, limit: number) => {
  const after = Buffer.from(marker, "base64").toString("utf8")
  const rest = hashOrder(names).filter((name) => marker === "" || digest(name) > digest(after))
  const keys = rest.slice(0, limit)
  const truncated = rest.length > limit
  return {
    keys,
    truncated,
    count: keys.length,
    ...(truncated ? { marker: Buffer.from(keys.at(-1) ?? "").toString("base64") } : {})
  }
}
