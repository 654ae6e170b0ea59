import type { OffsetPage, OffsetQuery } from "~/components/listing"

/** Pages that are read at most, and rows of each. */
export const SCANNED = { pages: 10, size: 200 } as const

/** How far an exact search looked: of so many rows that contain the text. */
export interface Scan {
  readonly text: string
  readonly looked: number
  readonly of: number
  readonly found: number
}

/**
 * Reads what contains a text, some pages of it, and keeps the rows of which a field is exactly the text. All of them are one page:
 * what is called the same is never much.
 */
export const exactly = async <R extends object, S extends string>(
  query: OffsetQuery<S>, fields: ReadonlyArray<keyof R>, read: (query: OffsetQuery<S>) => Promise<OffsetPage<R>>
): Promise<{ readonly page: OffsetPage<R>; readonly scan: Scan }> => {
  const text = (query.search ?? "").trim()
  const found: Array<R> = []
  const all = { looked: 0, of: 0, every: 0 }
  for (let number = 1; number <= SCANNED.pages; number++) {
    const { items, total, total_all } = await read({ ...query, page: number, page_size: SCANNED.size })
    found.push(...items.filter((row) => fields.some((field) => row[field] === text)))
    all.looked += items.length
    all.of = total
    all.every = total_all ?? total
    if (items.length === 0 || all.looked >= total) break
  }
  const from = (query.page - 1) * query.page_size
  return {
    page: { items: found.slice(from, from + query.page_size), total: found.length, total_all: all.every },
    scan: { text, looked: all.looked, of: all.of, found: found.length }
  }
}

/** A page of what is registered: of what contains the searched text or, where the address says so, of what is exactly that. */
export const searched = async <R extends object, S extends string>(
  { filters: { match } }: { readonly filters: { readonly match: string | null } }, query: OffsetQuery<S>, fields: ReadonlyArray<keyof R>, scan: { value: Scan | null },
  read: (query: OffsetQuery<S>) => Promise<OffsetPage<R>>
): Promise<OffsetPage<R>> => {
  if (match === null || query.search === undefined) {
    if (scan.value !== null) scan.value = null
    return read(query)
  }
  const exact = await exactly(query, fields, read)
  scan.value = exact.scan
  return exact.page
}

/** What an exact search says of itself. */
export const scanText = ({ found, looked, of, text }: Scan, noun: string): string => {
  const far = looked < of ? `the first ${looked.toLocaleString("en")} of ${of.toLocaleString("en")}` : of === 1 ? "the only one" : `all ${of.toLocaleString("en")}`
  return of === 0
    ? `No ${noun} contains “${text}”.`
    : `${found === 0 ? "None" : found.toLocaleString("en")} exactly “${text}”: looked at ${far} that contain${of === 1 ? "s" : ""} it.${looked < of ? " There may be more: type more of the name, or filter by endpoint." : ""}`
}
