import type { BucketPlace } from "./bucket-place"

const keys = new Map<string, string>()

const nameOf = ({ bucket, contextId }: BucketPlace, key: string): string => JSON.stringify([contextId, bucket, key])

export const storeCustomerKey = (place: BucketPlace, key: string, customerKey: string): void => {
  if (customerKey === "") keys.delete(nameOf(place, key))
  else keys.set(nameOf(place, key), customerKey)
}

export const storedCustomerKey = (place: BucketPlace, key: string): string => keys.get(nameOf(place, key)) ?? ""

export const keyHeaders = (customerKey: string): Record<string, string> =>
  customerKey === "" ? {} : { "x-sse-customer-key": customerKey }
