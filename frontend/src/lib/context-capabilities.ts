import type { Answer } from "~/client/contract"
import { dateTime } from "./format"

export type Capability = Answer<"GET /api/manager/context-capabilities">["items"][number]

export const CAPABILITY_LABELS: Readonly<Record<Capability["name"], string>> = {
  buckets: "Buckets",
  objects: "Objects",
  admin_ops: "Quotas and statistics",
  iam: "IAM",
  topics: "Topics",
  usage: "Usage log",
  static_website: "Static websites",
  replication: "Replication"
}

export const evidenceText = ({ checked_at, evidence }: Capability): string =>
  evidence === null
    ? "Nothing had to be tried."
    : `${evidence}${checked_at === null ? "" : `, on ${dateTime(checked_at)}`}.`
