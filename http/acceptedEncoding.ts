export type Encoding = "br" | "gzip"

const member = /^([a-z0-9!#$%&'*+.^_`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

/** Best encoding by RFC 9110, 12.5.3, the first of equals; null for `identity`. Ignores invalid members. */
export const acceptedEncoding = (header: string | undefined, available: ReadonlyArray<Encoding>): Encoding | null => {
  if (header === undefined) return null
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(",")) {
    const [, name, weight] = member.exec(part.trim()) ?? []
    if (name !== undefined) weights.set(name, weight === undefined ? 1 : Number(weight))
  }
  let best: Encoding | null = null
  let highest = 0
  for (const encoding of available) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0
    if (weight > highest) [best, highest] = [encoding, weight]
  }
  return (weights.get("identity") ?? 0) > highest ? null : best
}
