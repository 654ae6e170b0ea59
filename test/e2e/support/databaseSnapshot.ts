import type { OwnDatabase } from "../../support/ownDatabase.ts"

/** Tables of the process and the migrations, not of test data. */
const OF_PROCESS = /^(cluster_|effect_|job_leases$)/

interface Table {
  readonly name: string
  readonly key: ReadonlyArray<string>
  readonly columns: ReadonlyArray<string>
  readonly identities: ReadonlyArray<string>
  /** Columns of a type without an operator for equality. */
  readonly documents: ReadonlyArray<string>
}

const tablesOf = async ({ query }: Pick<OwnDatabase, "query">): Promise<ReadonlyArray<Table>> => {
  const { rows } = await query<{
    name: string
    key: ReadonlyArray<string> | null
    columns: ReadonlyArray<string>
    identities: ReadonlyArray<string> | null
    documents: ReadonlyArray<string> | null
    parents: ReadonlyArray<string> | null
  }>(`
    select c.relname::text as name,
      (select array_agg(a.attname::text) from pg_index i join pg_attribute a on a.attrelid = i.indrelid
        and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(quote_ident(a.attname)) from pg_attribute a
        where a.attrelid = c.oid and a.attidentity = 'a' and not a.attisdropped) as identities,
      (select array_agg(quote_ident(a.attname)) from pg_attribute a
        where a.attrelid = c.oid and a.atttypid = 'json'::regtype and not a.attisdropped) as documents,
      (select array_agg(distinct r.confrelid::regclass::text) from pg_constraint r where r.conrelid = c.oid
        and r.contype = 'f' and r.confrelid <> c.oid) as parents
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)
  const remaining = new Map(rows.filter(({ name }) => !OF_PROCESS.test(name)).map((row) => [row.name, row]))
  const ordered: Array<Table> = []
  while (remaining.size > 0) {
    const ready = [...remaining.values()].filter(({ parents }) =>
      (parents ?? []).every((parent) => !remaining.has(parent))
    )
    if (ready.length === 0) throw new Error(`tables that refer to each other: ${[...remaining.keys()].join(", ")}`)
    for (const { columns, documents, identities, key, name } of ready) {
      ordered.push({ name, columns, key: key ?? [], identities: identities ?? [], documents: documents ?? [] })
      remaining.delete(name)
    }
  }
  return ordered
}

const same = ({ documents }: Table, columns: ReadonlyArray<string>) =>
  columns
    .map((column) => (documents.includes(column) ? `${column}::text` : column))
    .map((column) => `t.${column} is not distinct from s.${column}`)
    .join(" and ")

/** SQL that deletes new rows and restores changed and deleted ones. Triggers run; sequences continue. */
const restore = (table: Table) => {
  const { columns, identities, key, name } = table
  const otherColumns = columns.filter((column) => !key.includes(column) && !identities.includes(column))
  const sameKey = same(table, key.length > 0 ? key : columns)
  const list = columns.join(", ")
  return {
    remove: `delete from public.${name} t where not exists (select from snapshot.${name} s where ${sameKey})`,
    change:
      key.length === 0 || otherColumns.length === 0
        ? ""
        : `update public.${name} t
          set (${otherColumns.join(", ")}) = row (${otherColumns.map((column) => `s.${column}`).join(", ")})
          from snapshot.${name} s where ${sameKey} and not (${same(table, otherColumns)})`,
    add: `insert into public.${name} (${list}) overriding system value select ${list} from snapshot.${name} s
      where not exists (select from public.${name} t where ${sameKey})`
  }
}

export const databaseSnapshot = async (database: OwnDatabase): Promise<() => Promise<void>> => {
  const tables = await tablesOf(database)
  const triggers = async () =>
    (
      await database.query<{ name: string }>(
        "select tgname::text as name from pg_trigger where not tgisinternal order by 1"
      )
    ).rows
      .map(({ name }) => name)
      .join()
  await database.query(
    `create schema snapshot; ${tables
      .map(
        ({ name }) => `create table snapshot.${name} as table
      public.${name};`
      )
      .join("\n")}`
  )
  const before = await triggers()
  const restores = tables.map(restore)
  const script = [
    "begin",
    ...restores.toReversed().map(({ remove }) => remove),
    ...restores.flatMap(({ add, change }) => [change, add]),
    "commit"
  ]
    .filter((statement) => statement !== "")
    .join(";\n")
  return async () => {
    if ((await triggers()) !== before) throw new Error("a trigger of a test was left in the database")
    try {
      await database.query(script)
    } catch (error) {
      await database.query("rollback")
      throw error
    }
  }
}
