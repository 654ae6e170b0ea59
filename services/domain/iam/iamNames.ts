import { Schema } from "effect"
import { Line, Shaped } from "../platform/Text.ts"

/** Gateways accept `.` and `..`, but URLs treat them as path segments. */
const isAddressable = Schema.makeFilter(
  (name: string) => (name !== "." && name !== "..") || "A name may not be . or .."
)

/** Users and roles: Ceph RGW and Amazon allow 64 characters and ignore case. */
export const NewEntityName = Shaped(/^[\w+=,.@-]{1,64}$/u, 128).check(isAddressable)
export const NewLongName = Shaped(/^[\w+=,.@-]{1,128}$/u, 200).check(isAddressable)

export const IamPath = Shaped(/^(?:\/|\/+[!-.0-~][!-~]*\/)$/u, 520).check(
  Schema.isMaxCodePoints(512, { expected: "at most 512 characters" })
)

export const RoleDescription = Line(1_000)
export const RoleSessionSeconds = Schema.Int.check(Schema.isBetween({ minimum: 3_600, maximum: 43_200 }))
export const AccessKeyName = Shaped(/^\w{1,128}$/u, 150)
export const PolicyArn = Shaped(/^arn:[\w-]+:iam::[\w-]*:policy\/[!-~]{1,512}$/u, 700)
