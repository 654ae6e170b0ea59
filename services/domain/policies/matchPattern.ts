/**
 * Whether a text fits a pattern of S3 policies: `*` stands for any text, `?` for one character; everything else for itself.
 * Linear in both, whatever the pattern (a hostile one of a thousand stars costs nothing).
 */
export const fitsPattern = (pattern: string, text: string): boolean => {
  let [p, t, star, resume] = [0, 0, -1, 0]
  while (t < text.length) {
    if (p < pattern.length && (pattern[p] === "?" || (pattern[p] !== "*" && pattern[p] === text[t]))) {
      p += 1
      t += 1
    } else if (pattern[p] === "*") {
      star = p
      resume = t
      p += 1
    } else if (star >= 0) {
      p = star + 1
      resume += 1
      t = resume
    } else return false
  }
  while (pattern[p] === "*") p += 1
  return p === pattern.length
}

/** The same for actions, whose case never matters; `*` does not reach over the colon behind the service. */
export const fitsAction = (pattern: string, action: string): boolean => {
  if (pattern.startsWith("*") && !pattern.includes(":")) return true
  const [service, name] = cut(pattern.toLowerCase())
  const [askedService, askedName] = cut(action.toLowerCase())
  return fitsPattern(service, askedService) && fitsPattern(name, askedName)
}
const cut = (action: string): readonly [string, string] => {
  const colon = action.indexOf(":")
  return colon < 0 ? ["", action] : [action.slice(0, colon), action.slice(colon + 1)]
}

/** Whether an ARN of S3 fits a Resource: part by part, the last one as a pattern of bucket and key. */
export const fitsResource = (pattern: string, arn: string): boolean => {
  if (pattern === "*") return true
  const [wanted, asked] = [arnParts(pattern), arnParts(arn)]
  return wanted !== null && asked !== null && wanted.every((part, index) => {
    // RGW puts the account that a policy may name (`*` or none) in the place of its own tenant's
    if (index === 4) return part === "" || part === "*" || part === asked[4]
    return fitsPattern(part, asked[index] ?? "")
  })
}

/** `arn`, partition, service, region, account and resource; the resource keeps its own colons. Null where it is no ARN. */
export const arnParts = (text: string): readonly [string, string, string, string, string, string] | null => {
  const parts = text.split(":")
  if (parts.length < 6 || parts[0] !== "arn") return null
  return ["arn", parts[1] ?? "", parts[2] ?? "", parts[3] ?? "", parts[4] ?? "", parts.slice(5).join(":")]
}
