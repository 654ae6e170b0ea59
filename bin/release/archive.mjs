import { gzipSync } from "node:zlib"

const BLOCK_BYTES = 512
const octal = (value, length) => `${value.toString(8).padStart(length - 1, "0")}\0`

const split = (name) => {
  if (Buffer.byteLength(name) <= 100) return ["", name]
  for (let at = name.indexOf("/"); at > 0; at = name.indexOf("/", at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(rest) <= 100 && Buffer.byteLength(prefix) <= 155) return [prefix, rest]
  }
  throw new Error(`too long for an archive: ${name}`)
}

const header = (entry, seconds) => {
  const [prefix, name] = split(entry.name)
  const head = Buffer.alloc(BLOCK_BYTES)
  head.write(name, 0)
  head.write(octal(entry.executable ? 0o755 : 0o644, 8), 100)
  head.write(octal(0, 8), 108)
  head.write(octal(0, 8), 116)
  head.write(octal(entry.data.length, 12), 124)
  head.write(octal(seconds, 12), 136)
  head.write(" ".repeat(8), 148)
  head.write("0", 156)
  head.write("ustar\u000000", 257)
  head.write("root", 265)
  head.write("root", 297)
  head.write(prefix, 345)
  head.write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, "0")}\0 `,
    148
  )
  return head
}

/** `entries`: { name, data: Buffer, executable? }; `seconds` since 1970. */
export const tarGz = (entries, seconds) => {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = sorted.flatMap((entry) => [
    header(entry, seconds),
    entry.data,
    Buffer.alloc((BLOCK_BYTES - (entry.data.length % BLOCK_BYTES)) % BLOCK_BYTES)
  ])
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 6 })
}
