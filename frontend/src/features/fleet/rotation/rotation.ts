import type { Answer, Body } from "~/client/contract"

export type Plan = Answer<"POST /api/admin/key-rotation/plan">
export type PlanRequest = Body<"POST /api/admin/key-rotation/plan">
export type KeyType = PlanRequest["key_types"][number]

export const KEY_TYPES: ReadonlyArray<{ readonly type: KeyType; readonly label: string; readonly hint: string }> = [
  {
    type: "account",
    label: "RGW accounts",
    hint: "The keys with which this console acts for registered RGW accounts."
  },
  { type: "s3_user", label: "RGW users", hint: "The keys of registered RGW users." },
  {
    type: "connection",
    label: "Shared S3 connections",
    hint: "Those bound to an endpoint. Private and temporary ones stay as they are."
  },
  {
    type: "endpoint",
    label: "Admin Ops keys of endpoints",
    hint: "The technical keys of the endpoints themselves. They are rotated last."
  },
  {
    type: "stored_credentials",
    label: "Encryption of stored credentials",
    hint: "Encrypts everything that is stored here with the first key of CREDENTIAL_KEYS."
  }
]

const NOUNS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  registered: ["registered already", "registered already"],
  account: ["RGW account", "RGW accounts"],
  s3_user: ["RGW user", "RGW users"],
  connection: ["S3 connection", "S3 connections"],
  endpoint: ["storage endpoint", "storage endpoints"],
  stored_credentials: ["encryption of stored credentials", "encryptions of stored credentials"]
}

export const withNouns = (plan: Plan): Plan => ({
  ...plan,
  counts: plan.counts.map(({ count, name }) => ({
    count,
    name: (NOUNS[name] ?? [name, name])[count === 1 ? 0 : 1]
  }))
})

export const PLAN_HEADS = ["Account", "Endpoint"] as const
