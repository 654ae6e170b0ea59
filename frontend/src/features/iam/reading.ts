import { call } from "~/client/call"
import { noSuchRow } from "~/components/listing"
import {
  type Details,
  type HolderKind,
  type IamKind,
  iamRows,
  type IamRow,
  isHolder,
  policyRow,
  iamRowOf,
  withDetails
} from "./entity"

const entityOf = (
  kind: HolderKind,
  name: string,
  query: { readonly context_id: string },
  signal: AbortSignal | undefined
) =>
  kind === "users"
    ? call("GET /api/manager/iam/users/:user_name", { params: { user_name: name }, query, signal })
    : kind === "groups"
      ? call("GET /api/manager/iam/groups/:group_name", { params: { group_name: name }, query, signal })
      : call("GET /api/manager/iam/roles/:role_name", { params: { role_name: name }, query, signal })

/** Reads at most 100 entities; unreadable ones have a `fault`. Rejects with a ProblemError. */
export const readDetails = async (
  entity: HolderKind,
  names: ReadonlyArray<string>,
  contextId: string,
  signal?: AbortSignal
): Promise<ReadonlyArray<Details>> =>
  (
    await call("POST /api/manager/iam/details/:entity", {
      params: { entity },
      query: { context_id: contextId },
      body: { names },
      signal
    })
  ).items

export const readIamRow = async (
  kind: IamKind,
  key: string,
  contextId: string,
  signal?: AbortSignal
): Promise<IamRow> => {
  const query = { context_id: contextId }
  if (!isHolder(kind)) {
    const found = (await call("GET /api/manager/iam/policies", { query, signal })).items.find(({ arn }) => arn === key)
    if (found === undefined) throw noSuchRow()
    return policyRow(found)
  }
  const [entity, details] = await Promise.all([
    entityOf(kind, key, query, signal),
    readDetails(kind, [key], contextId, signal)
  ])
  return withDetails(iamRowOf(kind, entity), details[0] ?? null)
}

export const cacheRow = (row: IamRow, contextId: string, was = row.key): void => {
  const rows = iamRows(row.kind)
  rows.hold(`${contextId} `)
  if (was !== row.key) rows.drop(was)
  rows.put(row.key, [row])
}

export const dropIamRow = (kind: IamKind, key: string): void => iamRows(kind).drop(key)
