import type { BucketRow } from "#domain/buckets/BucketListing.ts"

/** What a reader of a whole listing knows from what it was told, as a console would keep it. */
export class ListingModel {
  readonly rows = new Map<string, BucketRow>()
  readonly ids: Array<number> = []

  /** A message, or a frame as it is read from the wire. */
  read({ data, event, id }: { readonly id: string; readonly event: string; readonly data: unknown }) {
    this.ids.push(Number(id))
    if (event === "result") {
      this.rows.clear()
      for (const row of (data as { items: ReadonlyArray<BucketRow> }).items) this.rows.set(row.name, row)
    }
    if (event === "rows") for (const row of (data as { rows: ReadonlyArray<BucketRow> }).rows) this.rows.set(row.name, row)
    if (event === "removed") for (const name of (data as { names: ReadonlyArray<string> }).names) this.rows.delete(name)
  }

  /** No id came twice, over however many connections. */
  get idsGrow(): boolean {
    return this.ids.every((id, index) => index === 0 || id > (this.ids[index - 1] ?? 0))
  }

  get sorted(): ReadonlyArray<BucketRow> {
    return [...this.rows.values()].sort((one, other) => one.name < other.name ? -1 : 1)
  }
}
