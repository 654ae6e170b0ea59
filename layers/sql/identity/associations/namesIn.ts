import type { SqlClient, Statement } from "effect/sql"

/** Lists travel as JSON: the driver would guess their type. */
export const namesIn = (
  sql: SqlClient.SqlClient,
  lists: Readonly<Record<string, ReadonlyArray<string> | undefined>>
): Statement.Fragment =>
  Object.entries(lists).reduce(
    (all, [column, names]) =>
      names === undefined
        ? all
        : sql`${all}, ${sql(column)} = array(select jsonb_array_elements_text(${JSON.stringify(names)}::text::jsonb))`,
    sql``
  )
