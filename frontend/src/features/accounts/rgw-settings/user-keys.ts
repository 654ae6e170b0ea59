import { call } from "~/client/call"
import type { CreatedKey } from "~/components/ui/made-key"
import type { Key, Owner } from "./on-gateway"

// Keys of an RGW user: of one that is registered here, or of one on an endpoint of Cluster Admin.

const userOf = ({ endpoint_id, external_id }: NonNullable<Owner["gateway"]>) => ({ endpoint_id, user_id: external_id })

export const readKeys = ({ gateway, id }: Owner, signal?: AbortSignal): Promise<ReadonlyArray<Key>> =>
  gateway === undefined
    ? call("GET /api/admin/s3-users/:user_id/keys", { params: { user_id: id }, signal })
    : call("GET /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys", { params: userOf(gateway), signal })

export const createKey = ({ gateway, id }: Owner): Promise<CreatedKey> =>
  gateway === undefined
    ? call("POST /api/admin/s3-users/:user_id/keys", { params: { user_id: id } })
    : call("POST /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys", { params: userOf(gateway) })

export const setKeyActive = ({ gateway, id }: Owner, access_key: string, active: boolean): Promise<Key> =>
  gateway === undefined
    ? call("PUT /api/admin/s3-users/:user_id/keys/:access_key", {
        params: { user_id: id, access_key },
        body: { active }
      })
    : call("PUT /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys/:access_key", {
        params: { ...userOf(gateway), access_key },
        body: { active }
      })

export const removeKey = ({ gateway, id }: Owner, access_key: string): Promise<{ readonly access_key: string }> =>
  gateway === undefined
    ? call("DELETE /api/admin/s3-users/:user_id/keys/:access_key", { params: { user_id: id, access_key } })
    : call("DELETE /api/cluster-admin/endpoints/:endpoint_id/users/:user_id/keys/:access_key", {
        params: { ...userOf(gateway), access_key }
      })
