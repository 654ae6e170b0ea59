import type { Body } from "~/client/contract"

export type Loss = NonNullable<Body<"POST /api/manager/migrations">["accept_losses"]>[number]

export const COPY_LOSSES: ReadonlyArray<{ readonly loss: Loss; readonly label: string }> = [
  { loss: "acl", label: "Access control list" },
  { loss: "object_lock", label: "Object lock" },
  { loss: "encryption", label: "Encryption" },
  { loss: "storage_class", label: "Storage class" }
]
