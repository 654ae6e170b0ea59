import { actionPattern, arnParts } from "./matchPattern.ts"
import type { PolicyDialect, Statement } from "./Policy.ts"
import { s3Actions } from "./s3Actions.ts"
import { wordList } from "./wordList.ts"

const common: Readonly<Record<string, string>> = {
  "*": "do everything",
  "s3:*": "do everything",
  "s3:get*": "read objects and settings",
  "s3:list*": "list objects, versions and uploads",
  "s3:put*": "write objects and change settings",
  "s3:delete*": "delete objects, versions and settings",
  "s3:*object": "read, write, delete and restore objects",
  "s3:getobject*": "read objects, their versions, tags and ACLs",
  "s3:putobject*": "write objects, their tags and ACLs",
  "s3:deleteobject*": "delete objects, their versions and tags",
  "s3:getbucket*": "read settings of the bucket",
  "s3:putbucket*": "change settings of the bucket",
  "s3:*object*": "do everything with objects"
}
const MAX_LISTED_ACTIONS = 4

export const actionWords = (
  { actions, effect, notActions }: Pick<Statement, "actions" | "effect" | "notActions">,
  dialect: PolicyDialect
): string => {
  const denies = effect === "Deny"
  const describePatterns = (patterns: ReadonlyArray<string>) => {
    const words = [...new Set(patterns.map((one) => patternWords(one, dialect)))]
    return denies
      ? wordList(
          words.map((one) => one.replace("do everything", "do anything").replace(" and ", " or ")),
          "or"
        )
      : wordList(words)
  }
  if (actions === null || actions.length === 0) {
    if (notActions === null) return "do nothing (no Action)"
    const but = wordList(notActions.map((one) => patternWords(one, dialect)))
    return dialect === "rgw"
      ? `do ${denies ? "anything, which RGW takes for nothing" : "nothing, as RGW reads it"}: NotAction matches nothing
        there (meant is everything but: ${but})`
      : `do ${denies ? "anything" : "everything"} but ${but}`
  }
  const words = describePatterns(actions)
  return notActions === null || notActions.length === 0
    ? words
    : `${words}, but not ${wordList(notActions.map((one) => patternWords(one, dialect)))}`
}

const patternWords = (pattern: string, dialect: PolicyDialect): string => {
  const phrase = common[pattern.toLowerCase()]
  if (phrase !== undefined) return phrase
  const fits = actionPattern(pattern, dialect)
  const fitting = s3Actions.filter(({ name }) => fits(name))
  if (fitting.length === 0) return pattern
  return fitting.length <= MAX_LISTED_ACTIONS
    ? wordList([...new Set(fitting.map(({ words }) => words))])
    : `do ${fitting.length} actions (${pattern})`
}

export const resourceWords = (
  { notResources, resources }: Pick<Statement, "notResources" | "resources">,
  bucket: string
): string => {
  if (resources !== null && resources.length > 0) {
    const places = [...new Set(resources.map((resource) => placeWords(resource, bucket)))].filter(
      (place) => place !== ""
    )
    return resources.some((resource) => placeWords(resource, bucket) === "") ? "" : wordList(places)
  }
  return notResources === null || notResources.length === 0
    ? "nowhere (no Resource)"
    : `everywhere but ${wordList(notResources.map((resource) => placeWords(resource, bucket) || "in the bucket"))}`
}

const placeWords = (resource: string, bucket: string): string => {
  if (resource === "*") return ""
  const path = arnParts(resource)?.[5] ?? resource
  const slash = path.indexOf("/")
  const [name, key] = slash < 0 ? [path, null] : [path.slice(0, slash), path.slice(slash + 1)]
  const elsewhere = name === bucket || /[*?]/.test(name) ? "" : ` in another bucket (${name})`
  if (key === null)
    return name === bucket ? "on the bucket itself" : elsewhere === "" ? "" : `on another bucket (${name})`
  if (key === "*") return elsewhere.trim()
  return `${keyPatternWords(key)}${elsewhere}`
}

/** E.g. "below public/", "named *.log", "as readme.txt". */
export const keyPatternWords = (pattern: string): string => {
  if (!/[*?]/.test(pattern)) return `as ${pattern}`
  const prefix = pattern.slice(0, -1)
  if (pattern.endsWith("*") && !/[*?]/.test(prefix))
    return prefix.endsWith("/") ? `below ${prefix}` : `beginning with ${prefix}`
  return `named ${pattern}`
}
