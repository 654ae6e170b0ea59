import type { ConditionTest } from "./Policy.ts"
import { wordList } from "./wordList.ts"

export const conditionWords = ({ key, operator, values }: ConditionTest): string => {
  const among = wordList(values, "or")
  const ifExists = operator.endsWith("IfExists") ? " (or the request does not say)" : ""
  const bare = operator.replace(/IfExists$/, "")
  const lower = key.toLowerCase()
  if (bare === "IpAddress" && lower === "aws:sourceip") return `from ${among}${ifExists}`
  if (bare === "NotIpAddress" && lower === "aws:sourceip") return `from anywhere but ${among}${ifExists}`
  if (bare === "Bool" && lower === "aws:securetransport")
    return `${values[0]?.toLowerCase() === "true" ? "over TLS" : "without TLS"}${ifExists}`
  if (bare === "Null") return `where ${key} ${values[0]?.toLowerCase() === "true" ? "is not said" : "is said"}`
  if (lower === "aws:currenttime" && /^Date(Less|Greater)Than/.test(bare))
    return `${bare.startsWith("DateLess") ? "before" : "after"} ${among}`
  return `where ${key} ${relation(bare)} ${among === "" ? "(no value)" : among}${ifExists}`
}

const relation = (operator: string): string => {
  const set = operator.startsWith("ForAllValues:") ? "all " : operator.startsWith("ForAnyValue:") ? "one of them " : ""
  const bare = operator.replace(/^For(All|Any)Values?:/, "")
  const words: Readonly<Record<string, string>> = {
    StringEquals: "is",
    StringEqualsIgnoreCase: "is (in any case)",
    StringNotEquals: "is not",
    StringNotEqualsIgnoreCase: "is not (in any case)",
    StringLike: "looks like",
    StringNotLike: "does not look like",
    NumericEquals: "is",
    NumericNotEquals: "is not",
    NumericLessThan: "is below",
    NumericLessThanEquals: "is at most",
    NumericGreaterThan: "is above",
    NumericGreaterThanEquals: "is at least",
    DateEquals: "is",
    DateNotEquals: "is not",
    DateLessThan: "is before",
    DateLessThanEquals: "is not after",
    DateGreaterThan: "is after",
    DateGreaterThanEquals: "is not before",
    Bool: "is",
    BinaryEquals: "is",
    IpAddress: "lies in",
    NotIpAddress: "lies outside of",
    ArnEquals: "is",
    ArnLike: "looks like",
    ArnNotEquals: "is not",
    ArnNotLike: "does not look like"
  }
  return `${set}${words[bare] ?? bare}`
}
