import { type Glob, type GlobStep, makeGlob } from "./glob.ts"

/** AWS: `*` and `?` over characters. RGW: fnmatch(3) over bytes. */
export const patternGlob = (pattern: string, dialect: "aws" | "rgw"): Glob => makeGlob(patternSteps(pattern, dialect))

const patternSteps = (pattern: string, dialect: "aws" | "rgw"): ReadonlyArray<GlobStep> => {
  const symbols = patternSymbols(pattern, dialect)
  return dialect === "rgw"
    ? fnmatchSteps(symbols)
    : symbols.map((symbol) => (symbol === star ? "any" : symbol === questionMark ? "one" : symbol))
}

export const patternExample = (pattern: string, anything: string, dialect: "aws" | "rgw"): string => {
  const symbols = patternSteps(pattern, dialect).flatMap((step) =>
    step === "any"
      ? patternSymbols(anything, dialect)
      : step === "one"
        ? [letterX]
        : typeof step === "number"
          ? [step]
          : [step.has(letterX) ? letterX : ([...step][0] ?? letterX)]
  )
  return dialect === "rgw" ? new TextDecoder().decode(Uint8Array.from(symbols)) : String.fromCodePoint(...symbols)
}

export const patternSymbols = (text: string, dialect: "aws" | "rgw"): ReadonlyArray<number> =>
  dialect === "rgw" ? Array.from(new TextEncoder().encode(text)) : Array.from(text, (sign) => sign.codePointAt(0)!)

const [star, questionMark, opening, closing, backslash, exclamation, caret, hyphen, letterX] = [
  42, 63, 91, 93, 92, 33, 94, 45, 120
] as const

const fnmatchSteps = (bytes: ReadonlyArray<number>): ReadonlyArray<GlobStep> => {
  const steps: Array<GlobStep> = []
  const lastClosing = bytes.lastIndexOf(closing)
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte === opening && at < lastClosing) {
      const negated = bytes[at + 1] === exclamation || bytes[at + 1] === caret
      const start = at + (negated ? 2 : 1)
      // a leading bracket is a member
      const end = bytes.indexOf(closing, start + (bytes[start] === closing ? 1 : 0))
      if (end >= 0) {
        steps.push(classOf(bytes.slice(start, end), negated))
        at = end
        continue
      }
    }
    if (byte === backslash && at + 1 < bytes.length) steps.push(bytes[(at += 1)]!)
    else steps.push(byte === star ? "any" : byte === questionMark ? "one" : byte)
  }
  return steps
}

const classOf = (members: ReadonlyArray<number>, negated: boolean): ReadonlySet<number> => {
  const classBytes = new Set<number>()
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at]!
    const isRange = members[at + 1] === hyphen && at + 2 < members.length
    const to = isRange ? members[at + 2]! : from
    for (let byte = from; byte <= to; byte += 1) classBytes.add(byte)
    if (isRange) at += 2
  }
  return negated
    ? new Set(Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !classBytes.has(byte)))
    : classBytes
}

const isPlain = (pattern: string): boolean => !/[*?[\\]/.test(pattern)

const textPattern = (pattern: string, dialect: "aws" | "rgw"): ((text: string) => boolean) => {
  if (isPlain(pattern)) return (text) => text === pattern
  const fits = patternGlob(pattern, dialect)
  return (text) => fits(patternSymbols(text, dialect))
}

export const fitsPattern = (pattern: string, text: string, dialect: "aws" | "rgw"): boolean =>
  textPattern(pattern, dialect)(text)

/** Ignores case; `*` does not cross the colon after the service. */
export const actionPattern = (pattern: string, dialect: "aws" | "rgw"): ((action: string) => boolean) => {
  if (pattern.startsWith("*") && !pattern.includes(":")) return () => true
  const [service, name] = cut(pattern.toLowerCase())
  const [fitsService, fitsName] = [textPattern(service, dialect), textPattern(name, dialect)]
  return (action) => {
    const [askedService, askedName] = cut(action.toLowerCase())
    return fitsService(askedService) && fitsName(askedName)
  }
}

export const fitsAction = (pattern: string, action: string, dialect: "aws" | "rgw"): boolean =>
  actionPattern(pattern, dialect)(action)

const cut = (action: string): readonly [string, string] => {
  const colon = action.indexOf(":")
  return colon < 0 ? ["", action] : [action.slice(0, colon), action.slice(colon + 1)]
}

type ArnParts = readonly [string, string, string, string, string, string]

export interface ParsedArn {
  readonly parts: ArnParts
  readonly symbols: ReadonlyArray<ReadonlyArray<number>>
}

export const parseArn = (arn: string, dialect: "aws" | "rgw"): ParsedArn | null => {
  const parts = arnParts(arn)
  return parts === null ? null : { parts, symbols: parts.map((part) => patternSymbols(part, dialect)) }
}

export const resourcePattern = (pattern: string, dialect: "aws" | "rgw"): ((arn: ParsedArn | null) => boolean) => {
  if (pattern === "*") return () => true
  const parts = arnParts(pattern)
  if (parts === null) return () => false
  const account = parts[4]
  const partPatterns = parts.map((part) => (isPlain(part) ? part : patternGlob(part, dialect)))
  return (arn) =>
    arn !== null &&
    partPatterns.every((part, index) => {
      // RGW compares the account part (`*` or empty allowed) with its own tenant
      if (index === 4) return account === "" || account === "*" || account === arn.parts[4]
      return typeof part === "string" ? part === arn.parts[index] : part(arn.symbols[index]!)
    })
}

export const arnParts = (text: string): ArnParts | null => {
  const parts = text.split(":")
  if (parts.length < 6 || parts[0] !== "arn") return null
  return ["arn", parts[1] ?? "", parts[2] ?? "", parts[3] ?? "", parts[4] ?? "", parts.slice(5).join(":")]
}
