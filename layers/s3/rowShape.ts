export interface RowShape {
  readonly pattern: RegExp
  readonly names: ReadonlyArray<string>
}

const MAX_TAGS = 64
const plainTag = /^<\/?\w+>$/

/** Matching the following rows by shape is faster than by tag. Null for attributes, prefixes or empty tags. */
export const rowShape = (row: string): RowShape | null => {
  const tags = row.match(/<[^>]*>/g) ?? []
  if (tags.length > MAX_TAGS || !tags.every((tag) => plainTag.test(tag))) return null
  const names: Array<string> = []
  let depth = 0
  let pattern = ""
  for (const tag of tags) {
    const closes = tag.startsWith("/", 1)
    const ofChild = closes && depth === 2
    if (ofChild) names.push(tag.slice(2, -1))
    if (depth > 0) pattern += ofChild ? "([^<]*)" : "[^<]*"
    pattern += tag
    depth += closes ? -1 : 1
  }
  return { pattern: new RegExp(pattern, "y"), names }
}
