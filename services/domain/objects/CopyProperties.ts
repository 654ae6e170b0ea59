import { Schema } from "effect"
import { cannedOf } from "./cannedAcl.ts"
import type { ObjectAcl, ObjectEncryption, ObjectLock } from "./ObjectDetails.ts"

/** Properties that a target may be unable to take over: a copy without one of them needs the consent of whoever orders it. */
export const copyLosses = ["acl", "object_lock", "encryption", "storage_class"] as const
export const CopyLoss = Schema.Literals(copyLosses)
export type CopyLoss = typeof CopyLoss.Type

/**
 * Everything that a copy carries beside bytes, content headers, metadata and tags, however it is made: by one call, by parts, through
 * this service, onto the object itself, or as the undoing of one of these.
 */
export interface CopyProperties {
  readonly encryption: ObjectEncryption
  readonly lock: ObjectLock
  /** Null: the gateway has none. `unreadable`: the credentials of the source may not read it. */
  readonly acl: ObjectAcl | "unreadable" | null
  /** Null: the gateway's own choice. */
  readonly storageClass: string | null
  readonly websiteRedirect: string | null
}

/** Facts about a target that decide what it can take over. */
export interface CopyTarget {
  /** Keys of encryption, users and storage classes mean the same at the source and at the target. */
  readonly sameGateway: boolean
  /** Whether the bucket locks objects; null: the credentials may not read that. */
  readonly objectLock: boolean | null
}

const isStandard = (storageClass: string | null): boolean => storageClass === null || storageClass === "STANDARD"

/** A lock that ended already protects nothing, and gateways refuse it. `now` in milliseconds of the epoch. */
export const isLocked = ({ legal_hold, mode, retain_until }: ObjectLock, now: number): boolean =>
  legal_hold || (mode !== null && retain_until !== null && Date.parse(retain_until) > now)

/** Grants to single users and groups without a canned name: they are written to a copy by a call of their own. */
export const isCustomAcl = (acl: CopyProperties["acl"]): acl is ObjectAcl => acl !== null && acl !== "unreadable" && cannedOf(acl) === null

/** Properties that the target cannot take over, and those that it may refuse because it is another gateway. */
export const lossesOf = (properties: CopyProperties, target: CopyTarget, now: number): { readonly certain: ReadonlyArray<CopyLoss>; readonly possible: ReadonlyArray<CopyLoss> } => {
  const { acl, encryption, lock, storageClass } = properties
  const foreign = !target.sameGateway
  return {
    certain: [
      ...(acl === "unreadable" || (foreign && isCustomAcl(acl)) ? ["acl" as const] : []),
      ...(isLocked(lock, now) && target.objectLock === false ? ["object_lock" as const] : [])
    ],
    possible: foreign ? [
      ...(encryption.kind === "sse_kms" || encryption.kind === "sse_s3" ? ["encryption" as const] : []),
      ...(isStandard(storageClass) ? [] : ["storage_class" as const])
    ] : []
  }
}

const noRetention = { mode: null, retain_until: null }

/** The properties that a copy is written with: without some of them, for which the target's own are used, and without a retention that ended. */
export const carriedProperties = (properties: CopyProperties, losses: ReadonlyArray<CopyLoss>, now: number): CopyProperties => {
  const { acl, encryption, lock, storageClass } = properties
  const ended = !isLocked({ ...lock, legal_hold: false }, now)
  return {
    ...properties,
    acl: losses.includes("acl") ? null : acl,
    lock: losses.includes("object_lock") ? { ...noRetention, legal_hold: false } : ended ? { ...lock, ...noRetention } : lock,
    encryption: losses.includes("encryption") ? { kind: "none", kms_key_id: null } : encryption,
    storageClass: losses.includes("storage_class") ? null : storageClass
  }
}

/** Properties that a copy names explicitly, so that the target may refuse the copy because of them. */
const named = ({ acl, encryption, lock, storageClass }: CopyProperties): ReadonlyArray<CopyLoss> => [
  ...(acl === null || acl === "unreadable" || cannedOf(acl) === "private" ? [] : ["acl" as const]),
  ...(lock.mode !== null || lock.legal_hold ? ["object_lock" as const] : []),
  ...(encryption.kind === "none" ? [] : ["encryption" as const]),
  ...(isStandard(storageClass) ? [] : ["storage_class" as const])
]

/** A copy as it is ordered. */
export interface CopyOrder extends CopyTarget {
  /** Losses that were confirmed. */
  readonly accepted: ReadonlyArray<CopyLoss>
}

/**
 * Decides how an object is copied. `refused`: losses that nobody confirmed, so that it is not copied at all. Else it is written with `first`,
 * and where the target refuses that, with `second`; null: there is nothing left that may be left out. `named`: what the target may refuse.
 */
export const planCopy = (properties: CopyProperties, order: CopyOrder, now: number) => {
  const { certain } = lossesOf(properties, order, now)
  const refused = certain.filter((loss) => !order.accepted.includes(loss))
  const first = carriedProperties(properties, certain, now)
  const asked = named(first)
  const spare = asked.filter((loss) => order.accepted.includes(loss))
  return { refused, first, second: spare.length === 0 ? null : carriedProperties(first, spare, now), named: asked }
}

const labels: Readonly<Record<CopyLoss, string>> = { acl: "access control list", object_lock: "object lock", encryption: "encryption", storage_class: "storage class" }

/** Names of properties in a sentence. */
export const namesOfLosses = (losses: ReadonlyArray<CopyLoss>): string => losses.map((loss) => labels[loss]).join(", ")
