import { Icon } from "~/components/ui/icon"
import type { Detected } from "./endpoint-input"

const NAMES: Readonly<Record<Detected["evidence"][number]["feature"], string>> = {
  liveness: "Answers",
  admin: "Admin Ops",
  account: "Accounts",
  iam: "IAM",
  sts: "STS",
  sns: "Topics",
  usage: "Usage log"
}

/** What was tried at the gateway, and what it said. An inline component. */
export const EvidenceList = (props: { readonly detected: Detected }) => (
  <ul class="grid gap-2">
    {props.detected.evidence.map((found) => (
      <li key={found.feature} class="flex gap-2">
        <Icon
          name={found.available === null ? "info" : found.available ? "circle-check" : "circle-x"}
          class={["mt-0.5", found.available === null ? "text-ink-3" : found.available ? "text-ok" : "text-ink-3"].join(" ")}
          label={found.available === null ? "Unknown" : found.available ? "Available" : "Not available"}
        />
        <span class="min-w-0">
          <span class="block font-medium">{NAMES[found.feature]}</span>
          <span class="block text-xs break-words text-ink-2">{found.evidence}</span>
        </span>
      </li>
    ))}
  </ul>
)
