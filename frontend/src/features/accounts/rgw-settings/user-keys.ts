import { call } from "~/client/call"
import type { CreatedKey } from "~/components/ui/created-key"
import { type Key, type Owner, userAt } from "./on-gateway"

export const readKeys = ({ gateway, id }: Owner, signal?: AbortSignal): Promise<ReadonlyArray<Key>> =>
  gateway === undefined
    ? call("GET /api/admin/s3-users/:user_id/keys", { params: { user_id: id }, signal })
    : call("GET /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys", { params: userAt(gateway), signal })

/** Cluster Admin does not know the region. */
export const addressOf = async ({
  gateway,
  id
}: Pick<Owner, "gateway" | "id">): Promise<{ readonly endpoint?: string; readonly region?: string }> => {
  if (gateway === undefined) {
    const { storage_endpoint_id } = await call("GET /api/admin/s3-users/:id", { params: { id } })
    const { region, url } = await call("GET /api/admin/storage-endpoints/:id", { params: { id: storage_endpoint_id } })
    return { endpoint: url, region }
  }
  const { items } = await call("GET /api/cluster-admin/endpoints")
  const endpoint = items.find((item) => item.id === gateway.endpoint_id)
  return endpoint === undefined ? {} : { endpoint: endpoint.url }
}

export const createKey = async (owner: Owner): Promise<CreatedKey> => {
  // Read first: a failure afterwards would lose the secret.
  const address = await addressOf(owner)
  const key = await (owner.gateway === undefined
    ? call("POST /api/admin/s3-users/:user_id/keys", { params: { user_id: owner.id } })
    : call("POST /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys", { params: userAt(owner.gateway) }))
  return { ...key, ...address }
}

export const setKeyActive = ({ gateway, id }: Owner, access_key: string, active: boolean): Promise<Key> =>
  gateway === undefined
    ? call("PUT /api/admin/s3-users/:user_id/keys/:access_key", {
        params: { user_id: id, access_key },
        body: { active }
      })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys/:access_key", {
        params: { ...userAt(gateway), access_key },
        body: { active }
      })

export const removeKey = ({ gateway, id }: Owner, access_key: string): Promise<{ readonly access_key: string }> =>
  gateway === undefined
    ? call("DELETE /api/admin/s3-users/:user_id/keys/:access_key", { params: { user_id: id, access_key } })
    : call("DELETE /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys/:access_key", {
        params: { ...userAt(gateway), access_key }
      })
