import type { Row, Staleness, TablePage } from "../resource-table/types"

export interface AllRows<R extends Row> {
  readonly rows: ReadonlyArray<R>
  readonly stale: Staleness | null
}

/** A row created meanwhile shifts the others: takes each key once. */
export const allPages = async <R extends Row>(
  read: (page: number, cursor: string | null) => Promise<TablePage<R>>,
  {
    onProgress,
    pageSize,
    rowKey
  }: {
    readonly onProgress: (rows: number) => void
    readonly pageSize: number
    readonly rowKey: string
  }
): Promise<AllRows<R>> => {
  const rows = new Map<string, R>()
  let stale: Staleness | null = null
  let cursor: string | null = null
  for (let page = 1, more = true; more; page++) {
    const answer: TablePage<R> = await read(page, cursor)
    for (const row of answer.items) rows.set(String((row as Readonly<Record<string, unknown>>)[rowKey]), row)
    stale ??= answer.stale ?? null
    onProgress(rows.size)
    cursor = answer.next ?? null
    more = answer.total === null ? cursor !== null : page * pageSize < answer.total && answer.items.length > 0
  }
  return { rows: [...rows.values()], stale }
}
