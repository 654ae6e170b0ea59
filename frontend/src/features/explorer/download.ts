import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import { toast, type Toasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"

/** The browser saves what an address answers, under the name that the answer says. */
const fetchAs = (url: string, name = ""): void => {
  const anchor = document.createElement("a")
  anchor.href = url
  anchor.download = name
  anchor.click()
}

/** Hands an object to the browser as a file. */
export const download = async (place: BucketPlace, key: string, toasts: Toasts): Promise<void> => {
  try {
    const { params, query } = inBucket(place)
    const link = await call("GET /api/browser/buckets/:bucket_name/objects/download-link", { params, query: { ...query, key } })
    fetchAs(link.url)
  } catch (cause) {
    toast(toasts, { tone: "danger", text: `The download of ${visible(key)} did not start`, detail: asProblem(cause).message })
  }
}

/** Several objects, or folders with all below them, as one ZIP that the service makes while it is fetched. */
export const downloadArchive = async (place: BucketPlace, prefix: string, keys: ReadonlyArray<string>, toasts: Toasts): Promise<void> => {
  try {
    const order = await call("POST /api/browser/buckets/:bucket_name/archives", { ...inBucket(place), body: { prefix, keys: [...keys] } })
    fetchAs(order.url, order.file_name)
  } catch (cause) {
    toast(toasts, { tone: "danger", text: "The download did not start", detail: asProblem(cause).message })
  }
}

/** Objects one by one are objects; anything else is an archive. */
export const downloadAll = (place: BucketPlace, prefix: string, keys: ReadonlyArray<string>, toasts: Toasts): Promise<void> => {
  const [only] = keys
  return keys.length === 1 && only !== undefined && !only.endsWith("/") ? download(place, only, toasts) : downloadArchive(place, prefix, keys, toasts)
}
