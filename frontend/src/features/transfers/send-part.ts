import { address, call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { knownCsrf } from "~/client/csrf"
import { offline, ProblemError } from "~/client/problem-error"
import { refreshSession } from "~/client/refresh"
import { readSession } from "~/client/session"
import { type BucketPlace, inBucket } from "~/lib/bucket-place"

export type UploadPlan = Answer<"POST /api/browser/buckets/:bucket_name/uploads">

/** Where operations on an upload are asked. */
export const inUpload = (place: BucketPlace, { id }: UploadPlan) => {
  const { params, query } = inBucket(place)
  return { params: { ...params, upload_id: id }, query }
}

interface PartRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** fetch still tells nothing of the bytes that it has sent; XMLHttpRequest does. */
const put = (part: PartRequest, blob: Blob, signal: AbortSignal, onSent: (bytes: number) => void): Promise<number> =>
  new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open("PUT", part.url)
    for (const [name, value] of Object.entries(part.headers)) sending.setRequestHeader(name, value)
    sending.upload.onprogress = (event) => onSent(event.loaded)
    sending.onload = () => resolve(sending.status)
    sending.onerror = () => reject(offline())
    sending.onabort = () => reject(new DOMException("The upload was cancelled", "AbortError"))
    if (signal.aborted) return reject(new DOMException("The upload was cancelled", "AbortError"))
    signal.addEventListener("abort", () => sending.abort(), { once: true })
    sending.send(blob)
  })

const proxied = async (place: BucketPlace, plan: UploadPlan, number: number): Promise<PartRequest> => {
  const csrf = knownCsrf() ?? (await readSession()).csrf_token
  const { params, query } = inUpload(place, plan)
  return {
    url: address("PUT /api/browser/buckets/:bucket_name/uploads/:upload_id/parts/:part_number", { params: { ...params, part_number: number }, query }),
    headers: { "content-type": "application/octet-stream", ...(csrf === null ? {} : { "x-csrf-token": csrf }) }
  }
}

const direct = async (place: BucketPlace, plan: UploadPlan, number: number): Promise<PartRequest> => {
  const asked = { ...inUpload(place, plan), body: { part_numbers: [number] } }
  const [link] = (await call("POST /api/browser/buckets/:bucket_name/uploads/:upload_id/links", asked)).links
  if (link === undefined) throw offline()
  return { url: link.url, headers: link.headers }
}

/** Sends one part once; a session that has expired meanwhile is renewed. `onSent` counts this part's bytes. */
export const sendPart = async (
  place: BucketPlace, plan: UploadPlan, number: number, blob: Blob, signal: AbortSignal, onSent: (bytes: number) => void
): Promise<void> => {
  const prepare = plan.transport === "direct" ? direct : proxied
  let status = await put(await prepare(place, plan, number), blob, signal, onSent)
  if (status === 401 && plan.transport === "proxied" && (await refreshSession())) status = await put(await prepare(place, plan, number), blob, signal, onSent)
  if (status >= 200 && status < 300) return
  throw new ProblemError({ status, code: "part_refused", title: "A part was not accepted", detail: `The ${plan.transport === "direct" ? "gateway" : "service"} answered ${status}.` })
}
