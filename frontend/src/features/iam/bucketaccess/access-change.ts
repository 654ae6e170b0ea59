import { callIn } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import { ProblemError } from "~/client/problem-error"
import type { FormValues } from "~/components/ui/form"
import type { Sharing } from "~/features/objects/shares/share"
import type { BucketPlace } from "~/lib/bucket-place"
import type { AccessEntry, AccessRoute } from "./access-entry"
import type { AssociationSubject } from "./account-association"

export type AccessChange = Body<"POST /api/manager/buckets/:bucket_name/access/plan">
export type AccessPlan = Answer<"POST /api/manager/buckets/:bucket_name/access/plan">
type GiveAccess = Extract<AccessChange, { readonly action: "give" }>

export const RECIPIENT_LABELS = {
  iam_group: "IAM group",
  iam_user: "IAM user",
  new_user: "New IAM user",
  iam_role: "IAM role",
  account: "Another account"
} as const
export type RecipientKind = keyof typeof RECIPIENT_LABELS

/** `person`: private access; `association`: the account as a whole, by administrators. */
export const OTHER_RECIPIENTS = {
  person: "Person of this console",
  link: "Anyone with a link",
  association: "Person or group, whole account"
} as const
type OtherRecipient = keyof typeof OTHER_RECIPIENTS

export const ACCESS_LEVELS = {
  read: "List and read",
  read_write: "Read and write",
  upload: "Upload only"
} as const satisfies Readonly<Record<GiveAccess["level"], string>>

const isKey = <K extends string>(of: Readonly<Record<K, string>>, key: string): key is K => Object.hasOwn(of, key)

export const recipientKind = (value: string | undefined): RecipientKind =>
  value !== undefined && isKey(RECIPIENT_LABELS, value) ? value : "iam_group"

export const otherRecipient = (value: string | undefined): OtherRecipient | null =>
  value !== undefined && isKey(OTHER_RECIPIENTS, value) ? value : null

const folderOf = (values: FormValues): string => {
  const folder = values["prefix"]?.trim() ?? ""
  return folder === "" || folder.endsWith("/") ? folder : `${folder}/`
}

const fieldProblem = (field: string, message: string): ProblemError =>
  new ProblemError({
    status: 422,
    code: "invalid_input",
    title: "Unprocessable Content",
    detail: "",
    errors: [{ path: [field], message }]
  })

export const sharingOf = (place: BucketPlace, values: FormValues): Sharing => {
  const folder = folderOf(values)
  if (values["level"] === "upload") return { ...place, prefix: folder, keys: [] }
  if (folder === "") throw fieldProblem("prefix", "A link for downloads opens one folder: name it.")
  return { ...place, prefix: folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1), keys: [folder] }
}

export const subjectOf = (values: FormValues): AssociationSubject => {
  const [id, name] = [Number(values["subject_id"] ?? ""), values["subject_name"] ?? ""]
  if (!(id > 0)) throw fieldProblem("subject_id", "Choose a person or a group.")
  return { kind: values["subject_kind"] === "group" ? "group" : "user", id, name }
}

const recipientOf = (values: FormValues): GiveAccess["recipient"] => {
  if (values["kind"] === "person") {
    const id = Number(values["user_id"] ?? "")
    if (!(id > 0)) throw fieldProblem("user_id", "Choose a person.")
    return { kind: "person", user_id: id }
  }
  const kind = recipientKind(values["kind"])
  const name = values["name"]?.trim() ?? ""
  return kind === "new_user" ? { kind: "iam_user", name, create: true } : { kind, name }
}

/** A folder gets its slash; the end is local time in the form, UTC in the change. */
export const changeOf = (values: FormValues): GiveAccess => {
  const level = values["level"] ?? ""
  const until = values["until"] ?? ""
  return {
    action: "give",
    recipient: recipientOf(values),
    prefix: folderOf(values),
    level: isKey(ACCESS_LEVELS, level) ? level : "read",
    until: until === "" ? null : new Date(until).toISOString()
  }
}

export const revocationOf = ({ grant, holder, name, revocable, via }: AccessRoute): AccessChange | null => {
  if (!revocable || via === "link") return null
  if (holder === null) return grant === null ? null : { action: "revoke", holder: null, name: grant }
  const { entity } = holder
  return name !== null && (entity === "users" || entity === "groups" || entity === "roles")
    ? { action: "revoke", holder: { entity, name: holder.name }, name }
    : null
}

export const revocationsOf = ({ routes }: AccessEntry): ReadonlyArray<AccessChange | null> => {
  const listed = new Set<string>()
  return routes.map((route) => {
    const change = revocationOf(route)
    const key = JSON.stringify(change)
    if (change === null || listed.has(key)) return null
    listed.add(key)
    return change
  })
}

export const planChange = (place: BucketPlace, body: AccessChange): Promise<AccessPlan> =>
  callIn(place, "POST /api/manager/buckets/:bucket_name/access/plan", { body })

export const applyChange = (place: BucketPlace, change: AccessChange, planHash: string): Promise<AccessPlan> =>
  callIn(place, "POST /api/manager/buckets/:bucket_name/access", { body: { change, plan_hash: planHash } })
