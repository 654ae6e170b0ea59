import { Schema } from "effect"
import { matchCannedAcl } from "./cannedAcl.ts"
import type { ObjectAcl, ObjectEncryption, ObjectLock } from "./ObjectDetails.ts"

/** Properties that a target may not support; a copy without one of them requires consent. */
export const copyLosses = ["acl", "object_lock", "encryption", "storage_class"] as const
export const CopyLoss = Schema.Literals(copyLosses)
export type CopyLoss = typeof CopyLoss.Type

export interface CopyProperties {
  readonly encryption: ObjectEncryption
  readonly lock: ObjectLock
  /** Null: not supported. `unreadable`: the source's credentials may not read it. */
  readonly acl: ObjectAcl | "unreadable" | null
  readonly storageClass: string | null
  readonly websiteRedirect: string | null
}

export interface CopyTarget {
  /** Encryption keys, users and storage classes are the same at source and target. */
  readonly sameGateway: boolean
  readonly objectLock: boolean | null
}

const isStandard = (storageClass: string | null): boolean => storageClass === null || storageClass === "STANDARD"

/** An expired lock protects nothing and gateways refuse it. */
export const isLocked = ({ legal_hold, mode, retain_until }: ObjectLock, now: number): boolean =>
  legal_hold || (mode !== null && retain_until !== null && Date.parse(retain_until) > now)

/** Grants without a canned name, which need a separate call. */
export const isCustomAcl = (acl: CopyProperties["acl"]): acl is ObjectAcl =>
  acl !== null && acl !== "unreadable" && matchCannedAcl(acl) === null

export const copyLossesOf = (
  properties: CopyProperties,
  target: CopyTarget,
  now: number
): { readonly certain: ReadonlyArray<CopyLoss>; readonly possible: ReadonlyArray<CopyLoss> } => {
  const { acl, encryption, lock, storageClass } = properties
  const foreign = !target.sameGateway
  return {
    certain: [
      ...(acl === "unreadable" || (foreign && isCustomAcl(acl)) ? ["acl" as const] : []),
      ...(isLocked(lock, now) && target.objectLock === false ? ["object_lock" as const] : [])
    ],
    possible: foreign
      ? [
          ...(encryption.kind === "sse_kms" || encryption.kind === "sse_s3" ? ["encryption" as const] : []),
          ...(isStandard(storageClass) ? [] : ["storage_class" as const])
        ]
      : []
  }
}

const noRetention = { mode: null, retain_until: null }

export const carriedProperties = (
  properties: CopyProperties,
  losses: ReadonlyArray<CopyLoss>,
  now: number
): CopyProperties => {
  const { acl, encryption, lock, storageClass } = properties
  const ended = !isLocked({ ...lock, legal_hold: false }, now)
  return {
    ...properties,
    acl: losses.includes("acl") ? null : acl,
    lock: losses.includes("object_lock")
      ? { ...noRetention, legal_hold: false }
      : ended
        ? { ...lock, ...noRetention }
        : lock,
    encryption: losses.includes("encryption") ? { kind: "none", kms_key_id: null } : encryption,
    storageClass: losses.includes("storage_class") ? null : storageClass
  }
}

const named = ({ acl, encryption, lock, storageClass }: CopyProperties): ReadonlyArray<CopyLoss> => [
  ...(acl === null || acl === "unreadable" || matchCannedAcl(acl) === "private" ? [] : ["acl" as const]),
  ...(lock.mode !== null || lock.legal_hold ? ["object_lock" as const] : []),
  ...(encryption.kind === "none" ? [] : ["encryption" as const]),
  ...(isStandard(storageClass) ? [] : ["storage_class" as const])
]

export interface CopyOrder extends CopyTarget {
  readonly accepted: ReadonlyArray<CopyLoss>
}

/** `refused`: unconfirmed losses. Write with `first`; if the target refuses, with `second` (null: nothing to omit). */
export const planCopy = (properties: CopyProperties, order: CopyOrder, now: number) => {
  const { certain } = copyLossesOf(properties, order, now)
  const refused = certain.filter((loss) => !order.accepted.includes(loss))
  const first = carriedProperties(properties, certain, now)
  const acceptedNames = named(first)
  const spare = acceptedNames.filter((loss) => order.accepted.includes(loss))
  return {
    refused,
    first,
    second: spare.length === 0 ? null : carriedProperties(first, spare, now),
    named: acceptedNames
  }
}

const labels: Readonly<Record<CopyLoss, string>> = {
  acl: "access control list",
  object_lock: "object lock",
  encryption: "encryption",
  storage_class: "storage class"
}

export const namesOfLosses = (losses: ReadonlyArray<CopyLoss>): string => losses.map((loss) => labels[loss]).join(", ")
