export interface Element {
  readonly tag: number
  readonly content: Buffer
}

const longestMessage = 1024 * 1024

/** Reads the definite length at `offset` (X.690 8.1.3); `undefined` while incomplete. Throws for absurd lengths. */
const lengthAt = (bytes: Buffer, offset: number): { readonly length: number; readonly begin: number } | undefined => {
  const first = bytes[offset]
  if (first === undefined) return undefined
  if (first < 0x80) return { length: first, begin: offset + 1 }
  const octets = first & 0x7f
  // RFC 4511 5.1: only the definite form
  if (octets === 0 || octets > 4) throw new Error("a length of unknown form")
  if (bytes.length < offset + 1 + octets) return undefined
  return { length: bytes.readUIntBE(offset + 1, octets), begin: offset + 1 + octets }
}

export const messageSize = (bytes: Buffer): number | undefined => {
  if (bytes.length === 0) return undefined
  if (bytes[0] !== 0x30) throw new Error("no LDAP message")
  const head = lengthAt(bytes, 1)
  if (head === undefined) return undefined
  if (head.length > longestMessage) throw new Error("a message of more than 1 MiB")
  return head.begin + head.length
}

export const elementsOf = (bytes: Buffer): ReadonlyArray<Element> => {
  const elements: Array<Element> = []
  for (let offset = 0; offset < bytes.length; ) {
    const head = lengthAt(bytes, offset + 1)
    const end = head === undefined ? Infinity : head.begin + head.length
    if (head === undefined || end > bytes.length) throw new Error("an element that is cut off")
    elements.push({ tag: bytes[offset] ?? 0, content: bytes.subarray(head.begin, end) })
    offset = end
  }
  return elements
}
