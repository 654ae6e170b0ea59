import type { OffsetPage, OffsetQuery } from "~/components/listing"

export const SCAN_LIMITS = { pages: 10, size: 200 } as const

export interface Scan {
  readonly text: string
  readonly scanned: number
  readonly of: number
  readonly found: number
}

export const exactly = async <R extends object, S extends string>(
  query: OffsetQuery<S>,
  fields: ReadonlyArray<keyof R>,
  read: (query: OffsetQuery<S>) => Promise<OffsetPage<R>>
): Promise<{ readonly page: OffsetPage<R>; readonly scan: Scan }> => {
  const text = (query.search ?? "").trim()
  const matches: Array<R> = []
  const all = { scanned: 0, of: 0, every: 0 }
  for (let number = 1; number <= SCAN_LIMITS.pages; number++) {
    const { items, total, total_all } = await read({ ...query, page: number, page_size: SCAN_LIMITS.size })
    matches.push(...items.filter((row) => fields.some((field) => row[field] === text)))
    all.scanned += items.length
    all.of = total
    all.every = total_all ?? total
    if (items.length === 0 || all.scanned >= total) break
  }
  const from = (query.page - 1) * query.page_size
  return {
    page: { items: matches.slice(from, from + query.page_size), total: matches.length, total_all: all.every },
    scan: { text, scanned: all.scanned, of: all.of, found: matches.length }
  }
}

export const searched = async <R extends object, S extends string>(
  { filters: { match } }: { readonly filters: { readonly match: string | null } },
  query: OffsetQuery<S>,
  fields: ReadonlyArray<keyof R>,
  scan: { value: Scan | null },
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

export const scanText = ({ found, scanned: looked, of, text }: Scan, noun: string): string => {
  const far =
    looked < of
      ? `the first ${looked.toLocaleString("en")} of ${of.toLocaleString("en")}`
      : of === 1
        ? "the only one"
        : `all ${of.toLocaleString("en")}`
  return of === 0
    ? `No ${noun} contains “${text}”.`
    : `${found === 0 ? "None" : found.toLocaleString("en")} exactly “${text}”: looked at ${far} that ` +
        `contain${of === 1 ? "s" : ""} ` +
        `it.${looked < of ? " There may be more: type more of the name, or filter by endpoint." : ""}`
}
