export interface BodyBounds {
  /** Nesting depth: schemas decode by recursion. */
  readonly depth: number
  readonly values: number
  readonly elements: number
  readonly members: number
}

export const maxBodyBounds: BodyBounds = { depth: 64, values: 100_000, elements: 20_000, members: 10_000 }

export type BodyScan = { readonly exceeded: keyof BodyBounds } | { readonly exceeded: null; readonly values: number }

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [34, 92, 44, 91, 93, 123, 125]
const isGap = (char: number) => char === 32 || char === 9 || char === 10 || char === 13

export const scanBody = (text: string, bounds: BodyBounds): BodyScan => {
  const counts: Array<number> = []
  const limits: Array<number> = []
  let values = 1
  let inString = false
  let afterOpening = false
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === backslash) at++
      else if (char === quote) inString = false
      continue
    }
    if (isGap(char)) continue
    const depth = counts.length
    const closes = char === closeList || char === closeObject
    if (depth > 0 && (char === comma || (afterOpening && !closes))) {
      if (++counts[depth - 1]! > limits[depth - 1]!)
        return { exceeded: limits[depth - 1] === bounds.elements ? "elements" : "members" }
      if (++values > bounds.values) return { exceeded: "values" }
    }
    afterOpening = char === openList || char === openObject
    if (char === quote) inString = true
    else if (afterOpening) {
      if (depth === bounds.depth) return { exceeded: "depth" }
      counts.push(0)
      limits.push(char === openList ? bounds.elements : bounds.members)
    } else if (closes) {
      counts.pop()
      limits.pop()
    }
  }
  return { exceeded: null, values }
}
