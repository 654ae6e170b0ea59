import type { Answer, Row } from "~/client/contract"
import { counted } from "~/lib/format"

export type Account = Row<"GET /api/admin/accounts">
export type S3User = Row<"GET /api/admin/s3-users">
export type Finding = Account["drift"][number]
export type Summary = Answer<"GET /api/admin/drift">
export type Repair = "recreate" | "new_key" | "take_name" | "keep_name"

export const DRIFT_KINDS: Readonly<
  Record<Finding["kind"], { readonly text: string; readonly means: string; readonly repairs: ReadonlyArray<Repair> }>
> = {
  missing: {
    text: "Missing on the gateway",
    means: "Nobody can act as it: the gateway does not have it.",
    repairs: ["recreate"]
  },
  root_missing: {
    text: "Root user missing",
    means: "The gateway has the RGW account, but not the root user that the console acts as.",
    repairs: ["recreate"]
  },
  moved: {
    text: "In another RGW account",
    means: "It belongs elsewhere by now. Unregister it, and import it where it is.",
    repairs: []
  },
  suspended: {
    text: "Suspended",
    means:
      "Somebody suspended it on the gateway, which refuses whoever acts as it until it is enabled again. " +
      "Suspend it here as well if that is meant.",
    repairs: []
  },
  enabled: {
    text: "Enabled on the gateway",
    means:
      "It was suspended from here, and somebody enabled it on the gateway: whoever acts as it is let in. " +
      "Suspend it again, or enable it here as well.",
    repairs: []
  },
  key_missing: {
    text: "Stored key missing",
    means: "The gateway does not have the key with which the console acts as it.",
    repairs: ["new_key"]
  },
  key_inactive: {
    text: "Stored key switched off",
    means: "The key with which the console acts as it was switched off.",
    repairs: ["new_key"]
  },
  renamed: {
    text: "Renamed on the gateway",
    means: "Only names differ: everything works.",
    repairs: ["take_name", "keep_name"]
  }
}

export const DRIFT_REPAIRS: Readonly<
  Record<Repair, { readonly label: string; readonly does: string; readonly done: string }>
> = {
  recreate: {
    label: "Create it again on the gateway",
    done: "is on the gateway again",
    does:
      "It is made under the same id, with a new key that is stored here. Buckets that it had do not come back. " +
      "Who may act as it stays."
  },
  new_key: {
    label: "Store a new key",
    done: "has a new key",
    does: "A new key is made on the gateway, tried, and stored here. A switched-off key of ours is deleted."
  },
  take_name: {
    label: "Take over the gateway’s name",
    done: "is called as on the gateway",
    does: "It is called here as the gateway calls it."
  },
  keep_name: {
    label: "Keep the name here",
    done: "keeps its name here",
    does: "Both names stay as they are, and no check tells of it again until the gateway’s name changes."
  }
}

const NOUNS = { account: ["RGW account", "RGW accounts"], s3_user: ["RGW user", "RGW users"] } as const
export type Kind = keyof typeof NOUNS

export const differText = (kind: Kind, count: number): string => {
  const [one, many] = NOUNS[kind]
  return count === 1 ? `1 ${one} differs from its gateway` : `${counted(count, one, many)} differ from their gateways`
}

export const uncheckedEndpoints = ({ endpoints }: Summary) => endpoints.filter(({ status }) => status !== "completed")

export const checkedAt = ({ endpoints }: Summary): string | null =>
  endpoints.map(({ checked_at }) => checked_at).toSorted()[0] ?? null
