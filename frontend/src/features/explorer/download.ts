import { call } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"
import { toast, type Toasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"

/** Hands an object to the browser as a file. */
export const download = async (place: BucketPlace, key: string, toasts: Toasts): Promise<void> => {
  try {
    const { params, query } = inBucket(place)
    const link = await call("GET /api/browser/buckets/:bucket_name/objects/download-link", { params, query: { ...query, key } })
    const anchor = document.createElement("a")
    anchor.href = link.url
    anchor.download = ""
    anchor.click()
  } catch (cause) {
    toast(toasts, { tone: "danger", text: `The download of ${visible(key)} did not start`, detail: asProblem(cause).message })
  }
}
