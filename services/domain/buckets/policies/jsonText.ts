export type JsonNode =
  | { readonly kind: "string"; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: "number"; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: "literal"; readonly text: "true" | "false" | "null"; readonly start: number; readonly end: number }
  | { readonly kind: "array"; readonly items: ReadonlyArray<JsonNode>; readonly start: number; readonly end: number }
  | {
      readonly kind: "object"
      readonly members: ReadonlyArray<JsonMember>
      readonly start: number
      readonly end: number
    }
export interface JsonMember {
  readonly key: string
  readonly start: number
  readonly value: JsonNode
}
export type JsonReading =
  | { readonly ok: true; readonly value: JsonNode }
  | { readonly ok: false; readonly message: string; readonly offset: number }

const MAX_DEPTH = 32
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const literal = /true|false|null/y
const plainGap = /[ \t\r\n]*/y
const gapWithComments = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y

class Fault {
  readonly message: string
  readonly offset: number
  constructor(message: string, offset: number) {
    this.message = message
    this.offset = offset
  }
}

/** RFC 8259. `comments`: RGW allows C comments in policies. */
export const readJson = (text: string, comments: boolean): JsonReading => {
  let at = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const token = pattern.exec(text)?.[0]
    if (token === undefined) return null
    at += token.length
    return token
  }
  const gap = () => take(comments ? gapWithComments : plainGap)
  const unexpected = (expected: string) =>
    new Fault(
      at >= text.length
        ? `The text ends where ${expected} is expected`
        : `Expected ${expected}, found ${JSON.stringify(text[at])}`,
      at
    )
  const expect = (sign: string, expected: string) => {
    gap()
    if (text[at] !== sign) throw unexpected(expected)
    at += 1
  }

  const readString = (expected: string): { readonly text: string; readonly start: number; readonly end: number } => {
    gap()
    const start = at
    const literal = take(string)
    if (literal === null) {
      if (text[at] !== '"') throw unexpected(expected)
      throw new Fault("This text is not closed, or holds a line break or an unknown escape", start)
    }
    return { text: JSON.parse(literal), start, end: at }
  }

  const readList = <A>(close: string, what: string, one: () => A): ReadonlyArray<A> => {
    const items: Array<A> = []
    at += 1
    gap()
    if (text[at] === close) {
      at += 1
      return items
    }
    for (;;) {
      items.push(one())
      gap()
      if (text[at] === close) break
      if (text[at] !== ",") throw unexpected(`"," or "${close}" of ${what}`)
      at += 1
    }
    at += 1
    return items
  }

  const readValue = (depth: number): JsonNode => {
    gap()
    const start = at
    if (depth > MAX_DEPTH) throw new Fault("Nested too deeply", at)
    if (text[at] === "{") {
      const members = readList("}", "the object", () => {
        const { start, text: key } = readString("a name in quotes")
        expect(":", `":" after ${JSON.stringify(key)}`)
        return { key, start, value: readValue(depth + 1) }
      })
      return { kind: "object", members, start, end: at }
    }
    if (text[at] === "[")
      return { kind: "array", items: readList("]", "the list", () => readValue(depth + 1)), start, end: at }
    if (text[at] === '"') return { kind: "string", ...readString("a text") }
    const word = take(literal)
    if (word !== null) return { kind: "literal", text: word as "true" | "false" | "null", start, end: at }
    const digits = take(number)
    if (digits !== null) return { kind: "number", text: digits, start, end: at }
    throw unexpected("a value")
  }

  try {
    const value = readValue(0)
    gap()
    if (at < text.length) throw new Fault("Something stands behind the end of the document", at)
    return { ok: true, value }
  } catch (error) {
    if (error instanceof Fault) return { ok: false, message: error.message, offset: error.offset }
    throw error
  }
}

export const lineAndColumnIn = (
  text: string
): ((offset: number) => { readonly line: number; readonly column: number }) => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}
