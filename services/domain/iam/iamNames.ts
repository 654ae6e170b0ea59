import { Schema } from "effect"
import { Line, Shaped } from "../platform/Text.ts"

/** A name that is made: `.` and `..` are names to gateways, and to addresses they are folders. */
const isAddressable = Schema.makeFilter((name: string) => (name !== "." && name !== "..") || "A name may not be . or ..")

/** Of users and roles: Ceph RGW and Amazon take 64 of these. Names are compared without case. */
export const NewEntityName = Shaped(/^[\w+=,.@-]{1,64}$/u, 128).check(isAddressable)
/** Of groups and inline policies. */
export const NewLongName = Shaped(/^[\w+=,.@-]{1,128}$/u, 200).check(isAddressable)

/** `/`, or folders between slashes: printable ASCII, 512 at most. Source: IAM API reference, `Path`. */
export const IamPath = Shaped(/^(?:\/|\/[!-~]*[!-.0-~][!-~]*\/)$/u, 520).check(Schema.isMaxCodePoints(512, { expected: "at most 512 characters" }))

export const RoleDescription = Line(1_000)
/** Seconds. */
export const RoleSessionSeconds = Schema.Int.check(Schema.isBetween({ minimum: 3_600, maximum: 43_200 }))
/** An access key as a gateway names it. */
export const AccessKeyName = Shaped(/^\w{1,128}$/u, 150)
/** `arn:aws:iam::aws:policy/NAME` */
export const PolicyArn = Shaped(/^arn:[\w-]+:iam::[\w-]*:policy\/[!-~]{1,512}$/u, 700)
