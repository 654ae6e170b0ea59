import { asProblem, isAbort } from "~/client/problem-error"
import { bytes } from "~/lib/format"
import { sendFile } from "./send-file"

export interface SentFile {
  readonly id: number
  readonly name: string
  readonly size: number
  sent: number
  state: "waiting" | "sending" | "done" | "failed" | "refused" | "cancelled"
  message: string
}

export interface Sending {
  files: Array<SentFile>
}

interface HeldFile {
  readonly file: File
  readonly abort: AbortController
}

/** A store cannot hold files. */
const heldFiles = new Map<number, HeldFile>()
let last = 0
let busy = 0
/** More do not increase the throughput. */
const MAX_CONCURRENT_UPLOADS = 2

export const queueFiles = (
  sending: Sending,
  token: string,
  files: ReadonlyArray<File>,
  maxBytes: number | null,
  onEnd: () => void
): void => {
  for (const file of files) {
    const id = ++last
    const tooLarge = maxBytes !== null && file.size > maxBytes
    sending.files = [
      ...sending.files,
      {
        id,
        name: file.name,
        size: file.size,
        sent: 0,
        state: tooLarge ? "refused" : "waiting",
        message: tooLarge && maxBytes !== null ? `It is larger than ${bytes(maxBytes)}` : ""
      }
    ]
    if (!tooLarge) heldFiles.set(id, { file, abort: new AbortController() })
  }
  void next(sending, token, onEnd)
}

const change = (sending: Sending, id: number, how: Partial<SentFile>): void => {
  sending.files = sending.files.map((file) => (file.id === id ? { ...file, ...how } : file))
}

const next = async (sending: Sending, token: string, onEnd: () => void): Promise<void> => {
  const file = sending.files.find(({ state }) => state === "waiting")
  const queued = file === undefined ? undefined : heldFiles.get(file.id)
  if (file === undefined || queued === undefined || busy >= MAX_CONCURRENT_UPLOADS) return
  busy++
  change(sending, file.id, { state: "sending", sent: 0, message: "" })
  void next(sending, token, onEnd)
  try {
    const { name } = await sendFile(token, queued.file, queued.abort.signal, (sentBytes) =>
      change(sending, file.id, { sent: Math.min(sentBytes, file.size) })
    )
    change(sending, file.id, { state: "done", sent: file.size, message: name === file.name ? "" : `Kept as ${name}` })
    heldFiles.delete(file.id)
  } catch (cause) {
    change(
      sending,
      file.id,
      isAbort(cause) ? { state: "cancelled", message: "" } : { state: "failed", message: asProblem(cause).message }
    )
  } finally {
    busy--
    if (sending.files.every(({ state }) => state !== "waiting" && state !== "sending")) onEnd()
    void next(sending, token, onEnd)
  }
}

export const cancelFile = (sending: Sending, id: number): void => {
  const isWaiting = sending.files.find((file) => file.id === id)?.state === "waiting"
  heldFiles.get(id)?.abort.abort()
  if (isWaiting) change(sending, id, { state: "cancelled" })
}

export const retryFile = (sending: Sending, token: string, id: number, onEnd: () => void): void => {
  const heldFile = heldFiles.get(id)
  if (heldFile === undefined) return
  heldFiles.set(id, { file: heldFile.file, abort: new AbortController() })
  change(sending, id, { state: "waiting", message: "" })
  void next(sending, token, onEnd)
}
