import { createHash, randomBytes } from "node:crypto"
import { createReadStream, mkdirSync, rmSync } from "node:fs"
import { link, open, rename, rm } from "node:fs/promises"
import { join } from "node:path"

export interface BlobPart {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** One randomly named file per upload, so that a key never becomes a path. */
export class Blobs {
  readonly #root: string
  readonly #incoming: string

  constructor(dir: string) {
    this.#root = join(dir, "blobs")
    this.#incoming = join(dir, "incoming")
    rmSync(this.#incoming, { recursive: true, force: true })
    mkdirSync(this.#incoming, { recursive: true, mode: 0o700 })
    for (let i = 0; i < 256; i++)
      mkdirSync(join(this.#root, i.toString(16).padStart(2, "0")), { recursive: true, mode: 0o700 })
  }

  #path(id: string): string {
    return join(this.#root, id.slice(0, 2), id)
  }

  async write(source: AsyncIterable<Buffer>): Promise<{ readonly part: BlobPart; readonly md5: string }> {
    const id = randomBytes(16).toString("hex")
    const incoming = join(this.#incoming, id)
    const hash = createHash("md5")
    let size = 0
    try {
      const file = await open(incoming, "wx", 0o600)
      try {
        for await (const piece of source) {
          hash.update(piece)
          size += piece.length
          await file.writeFile(piece)
        }
      } finally {
        await file.close()
      }
      await rename(incoming, this.#path(id))
    } catch (cause) {
      await rm(incoming, { force: true })
      throw cause
    }
    return { part: { id, from: 0, to: size }, md5: hash.digest("hex") }
  }

  async copy(parts: ReadonlyArray<BlobPart>): Promise<ReadonlyArray<BlobPart>> {
    const copies: Array<BlobPart> = []
    for (const part of parts) {
      const id = randomBytes(16).toString("hex")
      await link(this.#path(part.id), this.#path(id))
      copies.push({ id, from: part.from, to: part.to })
    }
    return copies
  }

  async remove(parts: ReadonlyArray<BlobPart>): Promise<void> {
    for (const part of parts) await rm(this.#path(part.id), { force: true })
  }

  async open(parts: ReadonlyArray<BlobPart>): Promise<AsyncIterable<Buffer>> {
    const rest = this.read(parts)
    const first = await rest.next()
    return (async function* () {
      if (first.done === true) return
      yield first.value
      yield* rest
    })()
  }

  async *read(parts: ReadonlyArray<BlobPart>): AsyncGenerator<Buffer> {
    for (const part of parts) {
      if (part.to <= part.from) continue
      yield* createReadStream(this.#path(part.id), {
        start: part.from,
        end: part.to - 1,
        highWaterMark: 256 * 1024
      }) as AsyncIterable<Buffer>
    }
  }
}

export const sliceParts = (parts: ReadonlyArray<BlobPart>, from: number, to: number): ReadonlyArray<BlobPart> => {
  const slices: Array<BlobPart> = []
  let offset = 0
  for (const part of parts) {
    const size = part.to - part.from
    const start = Math.max(from - offset, 0)
    const end = Math.min(to - offset, size)
    if (start < end) slices.push({ id: part.id, from: part.from + start, to: part.from + end })
    offset += size
  }
  return slices
}
