export class BinaryReader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = at
    this.#end = end
  }

  #take(length: number): number {
    const at = this.#at
    if (at + length > this.#end) throw new Error("The structure ends too early")
    this.#at = at + length
    return at
  }

  get hasMore(): boolean {
    return this.#at < this.#end
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#take(1))
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4))
  }

  flag(): boolean {
    return this.u8() !== 0
  }

  text(): string {
    const length = this.u32()
    const at = this.#take(length)
    return this.#bytes.toString("utf8", at, at + length)
  }

  writtenNumber(): number | null {
    const text = this.text()
    return text === "" ? null : Number(text)
  }

  list<A>(item: (reader: BinaryReader) => A): ReadonlyArray<A> {
    const length = this.u32()
    if (length > 100_000) throw new Error("The list is too long")
    return Array.from({ length }, () => item(this))
  }

  /** Reads a structure whose oldest compatible reader is at most `compatible`, and skips what `read` leaves. */
  struct<A>(compatible: number, read: (reader: BinaryReader, version: number) => A): A {
    const version = this.u8()
    const needed = this.u8()
    const length = this.u32()
    if (needed > compatible) throw new Error(`The structure needs a reader of version ${needed}`)
    const at = this.#take(length)
    return read(new BinaryReader(this.#bytes, at, at + length), version)
  }
}
