/** One step of a pattern: any text, or one character of which `fits` knows whether it is meant. */
type Step = "any" | ((sign: string) => boolean)

const one = (sign: string): Step => (other) => other === sign

/** AWS: `*` and `?`, nothing else. */
const plainSteps = (pattern: string): ReadonlyArray<Step> => Array.from(pattern, (sign) => sign === "*" ? "any" : sign === "?" ? () => true : one(sign))

/** RGW asks fnmatch(3): `[a-z]` and `[!a-z]` are one character of those, and `\` takes the next one as it is. */
const fnmatchSteps = (pattern: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]!
    const list = sign === "[" ? /^\[([!^]?)(\]?[^\]]*)\]/.exec(pattern.slice(at)) : null
    if (list !== null) {
      const [whole, negation, members] = list as unknown as readonly [string, string, string]
      const ranges = Array.from(members.matchAll(/([^])-([^])|([^])/g), ([, from, to, single]) => [from ?? single!, to ?? single!] as const)
      steps.push((other) => ranges.some(([from, to]) => from <= other && other <= to) === (negation === ""))
      at += whole.length - 1
    } else if (sign === "\\" && at + 1 < pattern.length) {
      at += 1
      steps.push(one(pattern[at]!))
    } else steps.push(sign === "*" ? "any" : sign === "?" ? () => true : one(sign))
  }
  return steps
}

/** A text as RGW sees it: byte by byte. */
const bytesOf = (text: string): string => /^[\x00-\x7f]*$/.test(text) ? text : Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("")

/**
 * Whether a text fits a pattern of S3 policies: `*` stands for any text, `?` for one character (RGW: one byte). Hostile patterns of a
 * thousand stars cost their length times the text's at most.
 */
export const fitsPattern = (pattern: string, text: string, dialect: "aws" | "rgw"): boolean => {
  const steps = dialect === "rgw" ? fnmatchSteps(bytesOf(pattern)) : plainSteps(pattern)
  const signs = dialect === "rgw" ? Array.from(bytesOf(text)) : Array.from(text)
  let [p, t, star, resume] = [0, 0, -1, 0]
  while (t < signs.length) {
    const step = steps[p]
    if (step === "any") {
      star = p
      resume = t
      p += 1
    } else if (step !== undefined && step(signs[t]!)) {
      p += 1
      t += 1
    } else if (star >= 0) {
      p = star + 1
      resume += 1
      t = resume
    } else return false
  }
  while (steps[p] === "any") p += 1
  return p === steps.length
}

/** The same for actions, whose case never matters; `*` does not reach over the colon behind the service. */
export const fitsAction = (pattern: string, action: string, dialect: "aws" | "rgw"): boolean => {
  if (pattern.startsWith("*") && !pattern.includes(":")) return true
  const [service, name] = cut(pattern.toLowerCase())
  const [askedService, askedName] = cut(action.toLowerCase())
  return fitsPattern(service, askedService, dialect) && fitsPattern(name, askedName, dialect)
}
const cut = (action: string): readonly [string, string] => {
  const colon = action.indexOf(":")
  return colon < 0 ? ["", action] : [action.slice(0, colon), action.slice(colon + 1)]
}

/** Whether an ARN of S3 fits a Resource: part by part, the last one as a pattern of bucket and key. */
export const fitsResource = (pattern: string, arn: string, dialect: "aws" | "rgw"): boolean => {
  if (pattern === "*") return true
  const [wanted, asked] = [arnParts(pattern), arnParts(arn)]
  return wanted !== null && asked !== null && wanted.every((part, index) => {
    // RGW puts the account that a policy may name (`*` or none) in the place of its own tenant's
    if (index === 4) return part === "" || part === "*" || part === asked[4]
    return fitsPattern(part, asked[index] ?? "", dialect)
  })
}

/** `arn`, partition, service, region, account and resource; the resource keeps its own colons. Null where it is no ARN. */
export const arnParts = (text: string): readonly [string, string, string, string, string, string] | null => {
  const parts = text.split(":")
  if (parts.length < 6 || parts[0] !== "arn") return null
  return ["arn", parts[1] ?? "", parts[2] ?? "", parts[3] ?? "", parts[4] ?? "", parts.slice(5).join(":")]
}
