import { callIn } from "~/client/call"
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

const entityOf = (kind: HolderKind, name: string, contextId: string, signal: AbortSignal | undefined) =>
  kind === "users"
    ? callIn({ contextId }, "GET /api/manager/iam/users/:user_name", { params: { user_name: name }, signal })
    : kind === "groups"
      ? callIn({ contextId }, "GET /api/manager/iam/groups/:group_name", { params: { group_name: name }, signal })
      : callIn({ contextId }, "GET /api/manager/iam/roles/:role_name", { params: { role_name: name }, signal })

/** Reads at most 100 entities; unreadable ones have a `fault`. Rejects with a ProblemError. */
export const readDetails = async (
  entity: HolderKind,
  names: ReadonlyArray<string>,
  contextId: string,
  signal?: AbortSignal
): Promise<ReadonlyArray<Details>> =>
  (
    await callIn({ contextId }, "POST /api/manager/iam/details/:entity", {
      params: { entity },
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
  if (!isHolder(kind)) {
    const found = (await callIn({ contextId }, "GET /api/manager/iam/policies", { signal })).items.find(
      ({ arn }) => arn === key
    )
    if (found === undefined) throw noSuchRow()
    return policyRow(found)
  }
  const [entity, details] = await Promise.all([
    entityOf(kind, key, contextId, signal),
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
