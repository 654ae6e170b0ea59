/** How rows of one kind are written in a document: a sticky pattern of a whole one, and whose text each of its groups is. */
export interface RowShape {
  readonly pattern: RegExp
  readonly names: ReadonlyArray<string>
}

/** Tags of a row that is learned: those of gateways have some twenty. */
const mostTags = 64
const plainTag = /^<\/?\w+>$/

/**
 * What can be learned from one row that was read well formed: the next one is most likely written alike, and is then read by one
 * pattern instead of tag by tag. Null for what has attributes, prefixes or empty tags, which is read as it comes.
 */
export const rowShape = (row: string): RowShape | null => {
  const tags = row.match(/<[^>]*>/g) ?? []
  if (tags.length > mostTags || !tags.every((tag) => plainTag.test(tag))) return null
  const names: Array<string> = []
  let depth = 0
  let pattern = ""
  for (const tag of tags) {
    const closes = tag.startsWith("/", 1)
    // the text before a tag belongs to a child where that tag ends it
    const ofChild = closes && depth === 2
    if (ofChild) names.push(tag.slice(2, -1))
    if (depth > 0) pattern += ofChild ? "([^<]*)" : "[^<]*"
    pattern += tag
    depth += closes ? -1 : 1
  }
  return { pattern: new RegExp(pattern, "y"), names }
}
