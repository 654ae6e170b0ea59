import { type Element, elementsOf, messageSize } from "./ldapBer.ts"

const integer = 0x02
const text = 0x04
const enumerated = 0x0a
const sequence = 0x30
const set = 0x31
const controls = 0xa0

const must = (holds: boolean, what: string) => {
  if (!holds) throw new Error(what)
}

const inside = ({ content, tag }: Element, expected: number): ReadonlyArray<Element> => {
  must(tag === expected, "an unexpected tag")
  return elementsOf(content)
}
const allText = (elements: ReadonlyArray<Element>) =>
  must(
    elements.every(({ tag }) => tag === text),
    "no text where text belongs"
  )

const result = (parts: ReadonlyArray<Element>) => {
  must(parts[0]?.tag === enumerated && parts[0].content.length === 1, "no result code")
  must(parts.length >= 3, "a result that is cut off")
  allText(parts.slice(1, 3))
}

const entry = (parts: ReadonlyArray<Element>) => {
  const [name, attributes, ...more] = parts
  must(name?.tag === text && attributes !== undefined && more.length === 0, "no entry")
  for (const attribute of inside(attributes!, sequence)) {
    const [type, values, ...rest] = inside(attribute, sequence)
    must(type?.tag === text && values !== undefined && rest.length === 0, "no attribute")
    allText(inside(values!, set))
  }
}

/** Bind, entry, end of search, referral, notice of disconnection (RFC 4511 4.2.2, 4.5.2, 4.12). */
const answers = new Map([
  [0x61, result],
  [0x64, entry],
  [0x65, result],
  [0x73, allText],
  [0x78, result]
])

const assertAnswer = (bytes: Buffer) => {
  const [message] = elementsOf(bytes)
  const [id, answer, control, ...more] = inside(message!, sequence)
  must(id?.tag === integer && id.content.length >= 1 && id.content.length <= 4, "no message id")
  const check = answers.get(answer?.tag ?? 0)
  if (check === undefined) throw new Error("an unexpected answer")
  check(elementsOf(answer!.content))
  must(more.length === 0, "something behind the message")
  if (control !== undefined)
    inside(control, controls).forEach((one) => must(inside(one, sequence)[0]?.tag === text, "no control"))
}

const MAX_CONNECTION_BYTES = 4 * 1024 * 1024

/** ldapts loops on wrong lengths, reads a missing result code as success, and buffers garbage without limit. */
export const framing = (): ((bytes: Buffer) => ReadonlyArray<Buffer>) => {
  let buffered = Buffer.alloc(0)
  let total = 0
  return (bytes) => {
    total += bytes.length
    must(total <= MAX_CONNECTION_BYTES, "more than 4 MiB")
    buffered = Buffer.concat([buffered, bytes])
    const messages: Array<Buffer> = []
    for (
      let size = messageSize(buffered);
      size !== undefined && buffered.length >= size;
      size = messageSize(buffered)
    ) {
      const message = buffered.subarray(0, size)
      assertAnswer(message)
      messages.push(message)
      buffered = buffered.subarray(size)
    }
    return messages
  }
}
