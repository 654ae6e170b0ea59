import { crc32, crc32Text } from "../../../../../services/domain/objects/crc32.ts"
import { ProblemError } from "~/client/problem-error"

/** Bytes that are read and summed between two breaths of the page: some milliseconds. */
const STEP = 1024 * 1024

/** The CRC-32 of a stretch of a file, as S3 writes it. Reads a little at a time, whatever its size. */
export const sumOf = async (blob: Blob, signal: AbortSignal): Promise<string> => {
  let crc = 0
  for (let at = 0; at < blob.size; at += STEP) {
    signal.throwIfAborted()
    crc = crc32(new Uint8Array(await read(blob.slice(at, at + STEP))), crc)
  }
  return crc32Text(crc)
}

const read = async (blob: Blob): Promise<ArrayBuffer> => {
  try {
    return await blob.arrayBuffer()
  } catch {
    // browsers say no more than that: what was chosen is not what lies there now
    throw new ProblemError({ status: 409, code: "file_changed", title: "The file cannot be read any more", detail: "It was changed, moved or deleted since it was chosen. Choose it again." })
  }
}
