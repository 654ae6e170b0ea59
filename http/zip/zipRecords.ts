export interface ZipEntry {
  readonly path: string
  readonly modified: Date
  readonly folder: boolean
  readonly size: number
  readonly crc: number
  readonly offset: number
  readonly described: boolean
}

const max16 = 0xffff
const max32 = 0xffffffff
const utf8 = 0x0800
const descriptorFollows = 0x0008

const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

/** In UTC: resolution of two seconds, 1980 to 2107. */
const dosTime = (date: Date): readonly [time: number, date: number] => {
  const at = new Date(Math.min(Math.max(date.getTime(), Date.UTC(1980, 0, 1)), Date.UTC(2107, 11, 31, 23, 59, 58)))
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  ]
}

const timestamp = (date: Date): Buffer => {
  const bytes = Buffer.alloc(9)
  bytes.writeUInt16LE(0x5455, 0)
  bytes.writeUInt16LE(5, 2)
  bytes.writeUInt8(1, 4)
  bytes.writeInt32LE(Math.min(Math.max(Math.floor(date.getTime() / 1000), 0), 0x7fffffff), 5)
  return bytes
}

const zip64Extra = (values: ReadonlyArray<number>): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(1, 0)
  head.writeUInt16LE(values.length * 8, 2)
  return Buffer.concat([head, ...values.map(u64)])
}

const isLarge = ({ size }: ZipEntry) => size >= max32
const flagsOf = ({ described }: ZipEntry) => utf8 | (described ? descriptorFollows : 0)

export const localHeader = (entry: ZipEntry): Buffer => {
  const large = isLarge(entry)
  const name = Buffer.from(entry.path, "utf8")
  const extra = Buffer.concat([timestamp(entry.modified), ...(large ? [zip64Extra([entry.size, entry.size])] : [])])
  const [time, date] = dosTime(entry.modified)
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(large ? 45 : 20, 4)
  head.writeUInt16LE(flagsOf(entry), 6)
  head.writeUInt16LE(time, 10)
  head.writeUInt16LE(date, 12)
  head.writeUInt32LE(entry.crc, 14)
  head.writeUInt32LE(large ? max32 : entry.size, 18)
  head.writeUInt32LE(large ? max32 : entry.size, 22)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(extra.length, 28)
  return Buffer.concat([head, name, extra])
}

export const descriptor = (entry: ZipEntry): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x08074b50, 0)
  head.writeUInt32LE(entry.crc, 4)
  if (isLarge(entry)) return Buffer.concat([head, u64(entry.size), u64(entry.size)])
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(entry.size, 0)
  sizes.writeUInt32LE(entry.size, 4)
  return Buffer.concat([head, sizes])
}

export const centralRecord = (entry: ZipEntry): Buffer => {
  const large = isLarge(entry)
  const far = entry.offset >= max32
  const name = Buffer.from(entry.path, "utf8")
  const long = [...(large ? [entry.size, entry.size] : []), ...(far ? [entry.offset] : [])]
  const extra = Buffer.concat([timestamp(entry.modified), ...(long.length > 0 ? [zip64Extra(long)] : [])])
  const [time, date] = dosTime(entry.modified)
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  // made by Unix, so that the mode below is read
  head.writeUInt16LE((3 << 8) | 45, 4)
  head.writeUInt16LE(long.length > 0 ? 45 : 20, 6)
  head.writeUInt16LE(flagsOf(entry), 8)
  head.writeUInt16LE(time, 12)
  head.writeUInt16LE(date, 14)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(large ? max32 : entry.size, 20)
  head.writeUInt32LE(large ? max32 : entry.size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(extra.length, 30)
  head.writeUInt32LE((((entry.folder ? 0o040755 : 0o100644) << 16) | (entry.folder ? 0x10 : 0)) >>> 0, 38)
  head.writeUInt32LE(far ? max32 : entry.offset, 42)
  return Buffer.concat([head, name, extra])
}

export const endRecords = (count: number, start: number, length: number): Buffer => {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(length, max32), 12)
  end.writeUInt32LE(Math.min(start, max32), 16)
  if (count < max16 && start < max32 && length < max32) return end
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0x06064b50, 0)
  head.writeBigUInt64LE(44n, 4)
  head.writeUInt16LE((3 << 8) | 45, 12)
  head.writeUInt16LE(45, 14)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(start + length), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([head, u64(count), u64(count), u64(length), u64(start), locator, end])
}
