import { addressIn, callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { storedCsrf } from "~/client/csrf"
import { asProblem, offlineProblem, ProblemError } from "~/client/problem-error"
import { refreshSession } from "~/client/refresh"
import { readSession } from "~/client/session"
import type { BucketPlace } from "~/lib/bucket-place"
import { cancelled, type PartAnswer, type PartRequest } from "./part-request"
import { sendStraight } from "./send-straight"
import { keyTakenProblem } from "./key-conflict"

export type UploadPlan = Answer<"POST /api/browser/buckets/:bucket_name/uploads">

export interface SummedBlob {
  readonly number: number
  readonly blob: Blob
  readonly checksum: string
  readonly headers: Readonly<Record<string, string>>
}

export const inUpload = ({ id }: UploadPlan) => ({ params: { upload_id: id } })

/** fetch does not report upload progress. */
const putBytes = (
  part: PartRequest,
  blob: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void
): Promise<PartAnswer> =>
  new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open("PUT", part.url)
    for (const [name, value] of Object.entries(part.headers)) sending.setRequestHeader(name, value)
    sending.upload.onprogress = (event) => onSent(event.loaded)
    sending.onload = () => resolve({ status: sending.status, text: sending.responseText })
    sending.onerror = () => reject(offlineProblem())
    sending.onabort = () => reject(cancelled())
    if (signal.aborted) return reject(cancelled())
    signal.addEventListener("abort", () => sending.abort(), { once: true })
    sending.send(blob)
  })

const sentHeaders = async (
  checksum: string,
  headers: Readonly<Record<string, string>>
): Promise<Readonly<Record<string, string>>> => {
  const csrf = storedCsrf() ?? (await readSession()).csrf_token
  return {
    "content-type": "application/octet-stream",
    "x-amz-checksum-crc32": checksum,
    ...headers,
    ...(csrf === null ? {} : { "x-csrf-token": csrf })
  }
}

const proxied = async (
  place: BucketPlace,
  plan: UploadPlan,
  { checksum, headers, number }: SummedBlob
): Promise<PartRequest> => ({
  url: addressIn(place, "PUT /api/browser/buckets/:bucket_name/uploads/:upload_id/parts/:part_number", {
    params: { upload_id: plan.id, part_number: number }
  }),
  headers: await sentHeaders(checksum, headers)
})

const direct = async (place: BucketPlace, plan: UploadPlan, { checksum, number }: SummedBlob): Promise<PartRequest> => {
  const linkRequest = {
    ...inUpload(plan),
    body: { part_numbers: [number], ...(plan.strategy === "single" ? { checksum } : {}) }
  }
  const [link] = (await callIn(place, "POST /api/browser/buckets/:bucket_name/uploads/:upload_id/links", linkRequest))
    .links
  if (link === undefined) throw offlineProblem()
  return { url: link.url, headers: link.headers }
}

/** Keeps the gateway's code and status: most refusals are final. */
const refusal = ({ status, text }: PartAnswer, { transport }: Pick<UploadPlan, "transport">): ProblemError => {
  const title = "A part was not accepted"
  if (transport === "direct") {
    if (status === 412) return keyTakenProblem()
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1]
    // bytes corrupted in transit may arrive intact on a retry
    return new ProblemError({
      status: code === "BadDigest" ? 502 : status,
      code: "part_refused",
      title,
      detail: `The gateway answered ${code ?? status}.`
    })
  }
  try {
    const problem = JSON.parse(text) as {
      readonly code?: string
      readonly detail?: string
      readonly storage?: { readonly code?: string; readonly http_status?: number | null }
    }
    const gatewayStatus = problem.storage?.http_status ?? status
    return new ProblemError({
      status:
        gatewayStatus >= 400 && gatewayStatus < 500 && problem.storage?.code !== "BadDigest" ? gatewayStatus : status,
      code: problem.code ?? "part_refused",
      title,
      detail: problem.detail ?? `The service answered ${status}.`
    })
  } catch {
    // a proxy answered, not the service
    return new ProblemError({ status, code: "part_refused", title, detail: `The service answered ${status}.` })
  }
}

/** Gateways that the browser cannot reach, because of a firewall, a proxy or no worker. */
const unreached = new Set<string>()

const sendDirect = async (
  place: BucketPlace,
  request: PartRequest,
  blob: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void
): Promise<void> => {
  const answer = await sendStraight(place, request, blob, signal, onSent)
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer, { transport: "direct" })
}

const sendProxied = async (
  place: BucketPlace,
  plan: UploadPlan,
  part: SummedBlob,
  signal: AbortSignal,
  onSent: (bytes: number) => void
): Promise<void> => {
  let answer = await putBytes(await proxied(place, plan, part), part.blob, signal, onSent)
  if (answer.status === 401 && (await refreshSession()))
    answer = await putBytes(await proxied(place, plan, part), part.blob, signal, onSent)
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer, { transport: "proxied" })
}

/** `onSent` receives the bytes sent. The part goes through the service if the browser cannot reach the gateway. */
export const sendPart = async (
  place: BucketPlace,
  plan: UploadPlan,
  part: SummedBlob,
  signal: AbortSignal,
  onSent: (bytes: number) => void
): Promise<void> => {
  if (plan.transport === "proxied") return sendProxied(place, plan, part, signal, onSent)
  const request = await direct(place, plan, part)
  const { origin } = new URL(request.url)
  if (unreached.has(origin)) return sendProxied(place, plan, part, signal, onSent)
  try {
    await sendDirect(place, request, part.blob, signal, onSent)
  } catch (cause) {
    if (signal.aborted || asProblem(cause).code !== "offline") throw cause
    await sendProxied(place, plan, part, signal, onSent)
    unreached.add(origin)
  }
}

export interface SummedObject extends Omit<SummedBlob, "number"> {
  readonly key: string
  readonly contentType: string | undefined
  readonly onConflict: "refuse" | "replace"
  readonly attributes: object
}

export const sendObject = async (
  place: BucketPlace,
  { attributes, blob, checksum, contentType, headers, key, onConflict }: SummedObject,
  signal: AbortSignal,
  onSent: (bytes: number) => void
): Promise<void> => {
  const attributesJson = Object.keys(attributes).length === 0 ? null : JSON.stringify(attributes)
  const url = addressIn(place, "PUT /api/browser/buckets/:bucket_name/uploads", {
    query: { key, content_type: contentType, on_conflict: onConflict, attributes: attributesJson }
  })
  const send = async () => putBytes({ url, headers: await sentHeaders(checksum, headers) }, blob, signal, onSent)
  let answer = await send()
  if (answer.status === 401 && (await refreshSession())) answer = await send()
  if (answer.status < 200 || answer.status >= 300) throw refusal(answer, { transport: "proxied" })
}
