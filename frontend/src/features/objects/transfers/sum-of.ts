import { crc32, crc32Text } from "../../../../../services/domain/objects/crc32.ts"
import { ProblemError } from "~/client/problem-error"

/** Bytes between yields to the event loop, some milliseconds of work. */
const STEP_BYTES = 1024 * 1024

export const sumOf = async (blob: Blob, signal: AbortSignal): Promise<string> => {
  let crc = 0
  for (let at = 0; at < blob.size; at += STEP_BYTES) {
    signal.throwIfAborted()
    crc = crc32(new Uint8Array(await readBlob(blob.slice(at, at + STEP_BYTES))), crc)
  }
  return crc32Text(crc)
}

const readBlob = async (blob: Blob): Promise<ArrayBuffer> => {
  try {
    return await blob.arrayBuffer()
  } catch {
    // browsers report a changed file as unreadable
    throw new ProblemError({
      status: 409,
      code: "file_changed",
      title: "The file cannot be read any more",
      detail: "It was changed, moved or deleted since it was chosen. Choose it again."
    })
  }
}
