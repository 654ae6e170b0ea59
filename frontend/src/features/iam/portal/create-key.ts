import { callIn } from "~/client/call"
import type { CreatedKey } from "~/components/ui/created-key"

/** All keys of a person open all their spaces in the account. */
export const createKey = async (accountId: number, spaceId: number, label: string): Promise<CreatedKey> => {
  const { access_key, bucket_name, endpoint_url, prefix, region, secret_key } = await callIn(
    { accountId },
    "POST /api/portal/access-keys",
    { body: { storage_space_id: spaceId, label } }
  )
  return {
    access_key,
    secret_key,
    endpoint: endpoint_url,
    region,
    place: prefix ? `${bucket_name}/${prefix}` : bucket_name
  }
}
