import { type JsonNode, lineAndColumnIn } from "./jsonText.ts"
import type { PolicyFault, PolicyPlace } from "./Policy.ts"

const maxFaults = 100

export class DecodeFaults {
  readonly items: Array<PolicyFault> = []
  readonly #placeOf: ReturnType<typeof lineAndColumnIn>
  constructor(text: string) {
    this.#placeOf = lineAndColumnIn(text)
  }

  place(path: string, offset: number): PolicyPlace {
    return { path, offset, ...this.#placeOf(offset) }
  }

  add(path: string, offset: number, message: string): void {
    if (this.items.length < maxFaults) this.items.push({ ...this.place(path, offset), message })
  }

  members(node: JsonNode, path: string, allowedKeys: ReadonlyArray<string>): ReadonlyMap<string, JsonNode> | null {
    const called = path === "" ? "A policy" : path
    if (node.kind !== "object") {
      this.add(path, node.start, `${called} is an object: { … }`)
      return null
    }
    const members = new Map<string, JsonNode>()
    for (const { key, start, value } of node.members) {
      const at = path === "" ? key : `${path}.${key}`
      if (!allowedKeys.includes(key)) {
        const meant = allowedKeys.find((one) => one.toLowerCase() === key.toLowerCase())
        this.add(
          at,
          start,
          meant === undefined
            ? `Unknown element ${JSON.stringify(key)}; known are ${allowedKeys.join(", ")}`
            : `Unknown element ${JSON.stringify(key)}: write ${JSON.stringify(meant)}`
        )
      } else if (members.has(key)) this.add(at, start, `${key} stands here twice`)
      else members.set(key, value)
    }
    return members
  }

  text(node: JsonNode | undefined, path: string): string | null {
    if (node === undefined) return null
    if (node.kind === "string") return node.text
    this.add(path, node.start, `${path.split(".").at(-1)} is a text`)
    return null
  }

  texts(
    node: JsonNode | undefined,
    path: string,
    loose: ReadonlyArray<JsonNode["kind"]> = []
  ): ReadonlyArray<{ readonly text: string; readonly path: string; readonly start: number }> | null {
    if (node === undefined) return null
    const items = node.kind === "array" ? node.items : [node]
    return items.flatMap((item, index) => {
      const at = node.kind === "array" ? `${path}[${index}]` : path
      if (item.kind === "string") return [{ text: item.text, path: at, start: item.start }]
      if ((item.kind === "number" || item.kind === "literal") && loose.includes(item.kind))
        return [{ text: item.text, path: at, start: item.start }]
      this.add(
        at,
        item.start,
        item.kind === "literal" && loose.includes("number")
          ? `Write ${item.text} in quotes: RGW refuses ${item.text} itself`
          : "Expected a text or a list of texts"
      )
      return []
    })
  }
}
