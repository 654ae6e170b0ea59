import type { BucketRow } from "#domain/buckets/BucketListing.ts"

export class ListingModel {
  readonly rows = new Map<string, BucketRow>()
  readonly ids: Array<number> = []

  read({ data, event, id }: { readonly id: string; readonly event: string; readonly data: unknown }) {
    this.ids.push(Number(id))
    if (event === "result") {
      this.rows.clear()
      for (const row of (data as { items: ReadonlyArray<BucketRow> }).items) this.rows.set(row.name, row)
    }
    if (event === "rows")
      for (const row of (data as { rows: ReadonlyArray<BucketRow> }).rows) this.rows.set(row.name, row)
    if (event === "removed") for (const name of (data as { names: ReadonlyArray<string> }).names) this.rows.delete(name)
  }

  get idsGrow(): boolean {
    return this.ids.every((id, index) => index === 0 || id > (this.ids[index - 1] ?? 0))
  }

  get sorted(): ReadonlyArray<BucketRow> {
    return [...this.rows.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
  }
}
