import { arnParts, fitsPattern } from "../../buckets/policies/matchPattern.ts"
import type { Policy, PolicyDialect } from "../../buckets/policies/Policy.ts"

/** Character that no policy names by itself: only wildcards match it. */
const filler = "\u{e000}"

/** Key pattern of a policy, with a key that represents all of them. */
export interface AccessPlace {
  readonly pattern: string
  readonly key: string
}

export const MAX_PLACES = 20

const isWild = (pattern: string): boolean => /[*?]/.test(pattern)

/** Sample key of a pattern below a prefix; null if the pattern cannot match there. */
const keyWithin = (pattern: string, prefix: string, dialect: PolicyDialect): string | null => {
  const plain = pattern.replaceAll("*", filler).replaceAll("?", "x")
  if (plain.startsWith(prefix)) return plain
  const first = pattern.search(/[*?]/)
  if (first < 0 || !prefix.startsWith(pattern.slice(0, first))) return null
  const tail = pattern.slice(Math.max(pattern.lastIndexOf("*"), pattern.lastIndexOf("?")) + 1)
  const key = `${prefix}${filler}${tail}`
  return fitsPattern(pattern, key, dialect) ? key : null
}

const keyPatterns = (policies: ReadonlyArray<Policy>, bucket: string, dialect: PolicyDialect): ReadonlyArray<string> =>
  policies.flatMap(({ statements }) =>
    statements
      .flatMap(({ notResources, resources }) => [...(resources ?? []), ...(notResources ?? [])])
      .flatMap((resource) => {
        const path = arnParts(resource)?.[5] ?? ""
        const slash = path.indexOf("/")
        const key = path.slice(slash + 1)
        return slash < 0 || key === "" || key === "*" || !fitsPattern(path.slice(0, slash), bucket, dialect)
          ? []
          : [key]
      })
  )

const prefixPatterns = (policies: ReadonlyArray<Policy>): ReadonlyArray<string> =>
  policies.flatMap(({ statements }) =>
    statements.flatMap(({ conditions }) =>
      conditions.flatMap(({ key, values }) => (key.toLowerCase() === "s3:prefix" ? values : []))
    )
  )

const placesOf = (
  patterns: ReadonlyArray<string>,
  prefix: string,
  dialect: PolicyDialect
): ReadonlyArray<AccessPlace> =>
  [...new Set(patterns)].flatMap((pattern) => {
    const key = pattern === "" || pattern === "*" ? null : keyWithin(pattern, prefix, dialect)
    return key === null ? [] : [{ pattern: isWild(pattern) || pattern.endsWith("/") ? pattern : key, key }]
  })

/** Keys and listing prefixes that policies treat apart from the rest of what is below `prefix`. */
export const accessPlaces = (
  policies: ReadonlyArray<Policy>,
  bucket: string,
  prefix: string,
  dialect: PolicyDialect
): { readonly keys: ReadonlyArray<AccessPlace>; readonly prefixes: ReadonlyArray<AccessPlace> } => ({
  keys: placesOf(keyPatterns(policies, bucket, dialect), prefix, dialect),
  prefixes: placesOf(prefixPatterns(policies), prefix, dialect)
})

export const unnamedKey = (prefix: string): string => `${prefix}${filler}some-key`
