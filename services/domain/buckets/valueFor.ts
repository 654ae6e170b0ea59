import type { Schema } from "effect"

export interface ValueFor {
  readonly value: Schema.Json
  readonly rewritten: ReadonlyArray<string>
  readonly unclear: ReadonlyArray<string>
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Replaces the ARN, the website host, and the name as a path segment of a prefix; other occurrences stay. */
export const valueFor = (value: Schema.Json, source: string, target: string): ValueFor => {
  const name = literal(source)
  const arn = new RegExp(`(arn:aws[\\w-]*:s3:[\\w-]*:[\\w-]*:)${name}(?=$|[/"*?])`, "g")
  const host = new RegExp(`(^|//)${name}(?=\\.s3)`, "g")
  const step = new RegExp(`(^|/)${name}(?=/)`, "g")
  const remainingName = new RegExp(`(^|[^\\w.-])${name}($|[^\\w.-])`)
  const rewritten = new Set<string>()
  const unclear = new Set<string>()

  const text = (at: string, before: string): string => {
    const isPrefix = /prefix$/.test(at)
    let after = before
    for (const pattern of isPrefix ? [arn, host, step] : [arn, host]) {
      after = after.replace(pattern, (_whole, head: string) => {
        rewritten.add(`${head}${source} → ${head}${target}`)
        return `${head}${target}`
      })
    }
    if (source !== target && remainingName.test(after)) unclear.add(at === "" ? "the value" : at)
    return after
  }

  const walk = (at: string, part: Schema.Json): Schema.Json => {
    if (typeof part === "string") return text(at, part)
    if (Array.isArray(part)) return part.map((item: Schema.Json, index) => walk(`${at}.${index}`, item))
    if (part === null || typeof part !== "object") return part
    return Object.fromEntries(
      Object.entries(part).map(([key, item]) => [key, walk(at === "" ? key : `${at}.${key}`, item)])
    )
  }
  return { value: walk("", value), rewritten: [...rewritten], unclear: [...unclear] }
}
