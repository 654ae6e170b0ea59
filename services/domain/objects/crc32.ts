// CRC-32 (ISO 3309), slicing by 8
const tables: ReadonlyArray<Uint32Array> = (() => {
  const first = new Uint32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
    first[byte] = crc
  }
  const all = [first]
  for (let table = 1; table < 8; table++) {
    const before = all[table - 1] as Uint32Array
    all.push(before.map((crc) => (first[crc & 0xff] as number) ^ (crc >>> 8)))
  }
  return all
})()

/** CRC-32 of bytes, continuing from `crc`. For browsers and pure code; Node's own is faster. */
export const crc32 = (bytes: Uint8Array, crc = 0): number => {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array
  ]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = ~crc
  let at = 0
  for (; at + 8 <= bytes.length; at += 8) {
    const a = sum ^ view.getInt32(at, true)
    const b = view.getInt32(at + 4, true)
    sum =
      t7[a & 0xff]! ^
      t6[(a >>> 8) & 0xff]! ^
      t5[(a >>> 16) & 0xff]! ^
      t4[a >>> 24]! ^
      t3[b & 0xff]! ^
      t2[(b >>> 8) & 0xff]! ^
      t1[(b >>> 16) & 0xff]! ^
      t0[b >>> 24]!
  }
  for (; at < bytes.length; at++) sum = t0[(sum ^ bytes[at]!) & 0xff]! ^ (sum >>> 8)
  return ~sum >>> 0
}

export const crc32Text = (crc: number): string =>
  btoa(String.fromCharCode(crc >>> 24, (crc >>> 16) & 0xff, (crc >>> 8) & 0xff, crc & 0xff))

const crcOf = (text: string): number =>
  [...atob(text)].reduce((crc, char) => ((crc << 8) | char.charCodeAt(0)) >>> 0, 0)

type Matrix = ReadonlyArray<number>

const times = (matrix: Matrix, vector: number): number => {
  let sum = 0
  for (let bit = 0; bit < 32; bit++) if ((vector >>> bit) & 1) sum ^= matrix[bit] as number
  return sum >>> 0
}

const square = (matrix: Matrix): Matrix => matrix.map((column) => times(matrix, column))

/** Effect of one zero bit; repeated squaring yields many zero bytes. */
const oneZeroBit: Matrix = Array.from({ length: 32 }, (_, bit) => (bit === 0 ? 0xedb88320 : 2 ** (bit - 1)))

/** Combines two checksums (zlib's `crc32_combine`). */
const combine = (first: number, second: number, length: number): number => {
  let matrix = square(square(square(oneZeroBit)))
  let sum = first
  for (let remaining = length; remaining > 0; remaining = Math.floor(remaining / 2), matrix = square(matrix))
    if (remaining % 2 === 1) sum = times(matrix, sum)
  return (sum ^ second) >>> 0
}

export interface SummedPart {
  readonly checksum: string
  readonly size_bytes: number
}

export const combineCrc32 = (parts: ReadonlyArray<SummedPart>): string =>
  crc32Text(parts.reduce((sum, { checksum, size_bytes }) => combine(sum, crcOf(checksum), size_bytes), 0))
