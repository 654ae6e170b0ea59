import { decodeStatement } from "./decodeStatement.ts"
import { DecodeFaults } from "./DecodeFaults.ts"
import { readJson } from "./jsonText.ts"
import { type Policy, type PolicyDialect, type PolicyFault, policyLimitBytes } from "./Policy.ts"

export type PolicyPurpose = "bucket" | "identity" | "trust"

/** RGW stores bodies up to 1 MiB (rgw_max_put_param_size). */
const maxReadableLength = 64 * 1024

export interface DecodedPolicy {
  readonly policy: Policy | null
  readonly faults: ReadonlyArray<PolicyFault>
}

/** RGW (rgw_iam_policy.cc): comments allowed, Version and Effect optional (then Deny), no duplicate elements. */
export const decodePolicy = (
  text: string,
  dialect: PolicyDialect,
  purpose: PolicyPurpose = "bucket"
): DecodedPolicy => {
  const faults = new DecodeFaults(text)
  if (purpose === "bucket" && new TextEncoder().encode(text).length > policyLimitBytes)
    faults.add("", 0, "A policy may hold at most 20 KiB")
  if (text.length > maxReadableLength) {
    faults.add("", 0, "The document is too long to be explained here")
    return { policy: null, faults: faults.items }
  }
  if (text.trim() === "") {
    faults.add("", 0, "The document is empty")
    return { policy: null, faults: faults.items }
  }
  const reading = readJson(text, dialect === "rgw")
  if (!reading.ok) {
    faults.add("", reading.offset, `This is not JSON: ${reading.message}`)
    return { policy: null, faults: faults.items }
  }
  const top = faults.members(reading.value, "", ["Version", "Id", "Statement"])
  if (top === null) return { policy: null, faults: faults.items }
  const version = faults.text(top.get("Version"), "Version")
  if (version !== null && version !== "2012-10-17" && version !== "2008-10-17") {
    faults.add(
      "Version",
      top.get("Version")!.start,
      `${JSON.stringify(version)} is no version: say "2012-10-17" (or "2008-10-17")`
    )
  }
  const id = faults.text(top.get("Id"), "Id")
  const written = top.get("Statement")
  if (written === undefined) {
    if (dialect === "aws") faults.add("", reading.value.start, "Statement is missing")
    return { policy: { version, id, statements: [] }, faults: faults.items }
  }
  const statements = written.kind === "array" ? written.items : [written]
  if (dialect === "aws" && statements.length === 0) faults.add("Statement", written.start, "A policy needs a statement")
  return {
    policy: {
      version,
      id,
      statements: statements.flatMap(
        (one, index) =>
          decodeStatement(one, {
            faults,
            dialect,
            purpose,
            index,
            path: written.kind === "array" ? `Statement[${index}]` : "Statement"
          }) ?? []
      )
    },
    faults: faults.items
  }
}
