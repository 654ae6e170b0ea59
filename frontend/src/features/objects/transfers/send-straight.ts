import { addressIn } from "~/client/call"
import { offlineProblem } from "~/client/problem-error"
import type { BucketPlace } from "~/lib/bucket-place"
import { cancelled, type PartAnswer, type PartRequest } from "./part-request"

const IDLE_TIMEOUT_MS = 30_000

interface WorkerMessage extends Partial<PartAnswer> {
  readonly id: number
  readonly loaded?: number
  readonly failed?: true
}

interface Sending {
  readonly onSent: (bytes: number) => void
  readonly done: (answer: PartAnswer) => void
  readonly failed: (cause: unknown) => void
}

interface Sender {
  readonly worker: Worker
  readonly sendings: Map<number, Sending>
  next: number
  idle: ReturnType<typeof setTimeout> | undefined
}

/** One worker per context and bucket: its CSP allows one gateway. It ends with the document. */
const senders = new Map<string, Sender>()

const end = (at: string, { idle, sendings, worker }: Sender): void => {
  clearTimeout(idle)
  worker.terminate()
  senders.delete(at)
  for (const { failed } of sendings.values()) failed(offlineProblem())
}

const workerOf = (at: string): Worker => {
  try {
    return new Worker(at)
  } catch {
    // a proxy may add a stricter CSP to the page
    throw offlineProblem()
  }
}

const senderOf = (at: string): Sender => {
  const existing = senders.get(at)
  if (existing !== undefined) return existing
  const sender: Sender = { worker: workerOf(at), sendings: new Map(), next: 0, idle: undefined }
  senders.set(at, sender)
  // the script is missing or does not run
  sender.worker.onerror = () => end(at, sender)
  sender.worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    const sending = sender.sendings.get(data.id)
    if (data.loaded !== undefined) sending?.onSent(data.loaded)
    else if (data.failed === true) sending?.failed(offlineProblem())
    else sending?.done({ status: data.status ?? 0, text: data.text ?? "" })
  }
  return sender
}

/** Rejects as offline if the gateway or worker is unavailable. */
export const sendStraight = (
  place: BucketPlace,
  { headers, url }: PartRequest,
  blob: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void
): Promise<PartAnswer> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled())
    const at = addressIn(place, "GET /api/browser/buckets/:bucket_name/transfer-worker")
    const sender = senderOf(at)
    const id = sender.next++
    clearTimeout(sender.idle)
    const abort = () => {
      sender.worker.postMessage({ id })
      over(() => reject(cancelled()))
    }
    const over = (settle: () => void) => {
      signal.removeEventListener("abort", abort)
      sender.sendings.delete(id)
      if (sender.sendings.size === 0 && senders.get(at) === sender)
        sender.idle = setTimeout(() => end(at, sender), IDLE_TIMEOUT_MS)
      settle()
    }
    sender.sendings.set(id, {
      onSent,
      done: (answer) => over(() => resolve(answer)),
      failed: (cause) => over(() => reject(cause))
    })
    signal.addEventListener("abort", abort)
    sender.worker.postMessage({ id, url, headers, blob })
  })
