import { asProblem, isAbort } from "~/client/problem-error"
import { bytes } from "~/lib/format"
import { sendFile } from "./send-file"

/** A file on its way, as the page shows it. Sizes in bytes. */
export interface SentFile {
  readonly id: number
  readonly name: string
  readonly size: number
  sent: number
  state: "waiting" | "sending" | "done" | "failed" | "refused" | "cancelled"
  /** Under which name it is kept, where that is another; or why it was not. */
  said: string
}

export interface Sending {
  files: Array<SentFile>
}

interface Held {
  readonly file: File
  readonly abort: AbortController
}

/** Files cannot stand in a store. */
const held = new Map<number, Held>()
let last = 0
let busy = 0
/** Files that are sent at a time: more of them do not make a line faster. */
const AT_ONCE = 2

/** Takes files into the queue. One that is larger than the link takes is refused here, before its bytes are on their way. */
export const takeFiles = (sending: Sending, token: string, files: ReadonlyArray<File>, most: number | null, onEnd: () => void): void => {
  for (const file of files) {
    const id = ++last
    const tooLarge = most !== null && file.size > most
    sending.files = [...sending.files, {
      id, name: file.name, size: file.size, sent: 0, state: tooLarge ? "refused" : "waiting", said: tooLarge && most !== null ? `It is larger than ${bytes(most)}` : ""
    }]
    if (!tooLarge) held.set(id, { file, abort: new AbortController() })
  }
  void next(sending, token, onEnd)
}

const change = (sending: Sending, id: number, how: Partial<SentFile>): void => {
  sending.files = sending.files.map((file) => file.id === id ? { ...file, ...how } : file)
}

const next = async (sending: Sending, token: string, onEnd: () => void): Promise<void> => {
  const file = sending.files.find(({ state }) => state === "waiting")
  const taken = file === undefined ? undefined : held.get(file.id)
  if (file === undefined || taken === undefined || busy >= AT_ONCE) return
  busy++
  change(sending, file.id, { state: "sending", sent: 0, said: "" })
  void next(sending, token, onEnd)
  try {
    const { name } = await sendFile(token, taken.file, taken.abort.signal, (sent) => change(sending, file.id, { sent: Math.min(sent, file.size) }))
    change(sending, file.id, { state: "done", sent: file.size, said: name === file.name ? "" : `Kept as ${name}` })
    held.delete(file.id)
  } catch (cause) {
    change(sending, file.id, isAbort(cause) ? { state: "cancelled", said: "" } : { state: "failed", said: asProblem(cause).message })
  } finally {
    busy--
    if (sending.files.every(({ state }) => state !== "waiting" && state !== "sending")) onEnd()
    void next(sending, token, onEnd)
  }
}

/** Sends a file no further; what had come of it is thrown away. */
export const cancelFile = (sending: Sending, id: number): void => {
  const waiting = sending.files.find((file) => file.id === id)?.state === "waiting"
  held.get(id)?.abort.abort()
  if (waiting) change(sending, id, { state: "cancelled" })
}

/** Sends a file that failed, from its beginning. */
export const sendAgain = (sending: Sending, token: string, id: number, onEnd: () => void): void => {
  const known = held.get(id)
  if (known === undefined) return
  held.set(id, { file: known.file, abort: new AbortController() })
  change(sending, id, { state: "waiting", said: "" })
  void next(sending, token, onEnd)
}

