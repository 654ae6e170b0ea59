import { ProblemError } from "~/client/problem-error"
import type { Details } from "./object"

export type Grant = NonNullable<Details["acl"]>["grants"][number]

const PERMISSIONS = ["FULL_CONTROL", "READ", "WRITE", "READ_ACP", "WRITE_ACP"] as const
const GROUPS: ReadonlyArray<readonly [word: string, grantee: string]> = [
  ["everybody", "AllUsers"],
  ["signed-in", "AuthenticatedUsers"]
]

const KINDS = { id: "user", group: "group", email: "email" } as const
const kindOf = (type: Grant["type"]): string => (type === "user" ? "id" : type)

const granteeText = ({ grantee, type }: Grant): string => {
  const word = type === "group" ? GROUPS.find(([, name]) => name === grantee)?.[0] : undefined
  return word ?? `${kindOf(type)}:${grantee}`
}

export const grantLines = (grants: ReadonlyArray<Grant>): string =>
  grants.map((grant) => `${grant.permission} ${granteeText(grant)}`).join("\n")

const refused = (message: string) =>
  new ProblemError({
    status: 422,
    code: "invalid_input",
    title: "Not a grant",
    detail: "",
    errors: [{ path: ["grants"], message }]
  })

export const grantsOf = (text: string): ReadonlyArray<Grant> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line): Grant => {
      const [, permissionText = "", who = ""] = /^(\S+)\s+(\S.*)$/.exec(line) ?? []
      const permission = PERMISSIONS.find((one) => one === permissionText.toUpperCase())
      if (permission === undefined) throw refused(`“${line}” does not begin with one of ${PERMISSIONS.join(", ")}.`)
      const group = GROUPS.find(([word]) => word === who.toLowerCase())
      if (group) return { type: "group", grantee: group[1], display_name: null, permission }
      const [, kind, grantee] = /^(id|group|email):(.+)$/.exec(who) ?? []
      if (kind === undefined || grantee === undefined)
        throw refused(`“${line}” does not say who: id:, group: or email: and a name, everybody, or signed-in.`)
      return { type: KINDS[kind as keyof typeof KINDS], grantee, display_name: null, permission }
    })
