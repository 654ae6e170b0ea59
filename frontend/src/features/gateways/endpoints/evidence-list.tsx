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

type Diagnosis = NonNullable<Detected["diagnosis"]>

const TONES: Partial<
  Record<Diagnosis["finding"], readonly [look: string, icon: "circle-check" | "info" | "triangle-alert"]>
> = {
  ready: ["alert alert-ok", "circle-check"],
  no_key: ["alert", "info"],
  missing_capabilities: ["alert alert-warn", "triangle-alert"],
  no_admin_ops: ["alert alert-warn", "triangle-alert"]
}

const DiagnosisNote = (props: { readonly diagnosis: Diagnosis }) => {
  const { finding, missing_capabilities, next, summary } = props.diagnosis
  const [look, icon] = TONES[finding] ?? ["alert alert-danger", "circle-alert" as const]
  return (
    <div class={`${look} mb-3`} data-testid="diagnosis" data-finding={finding}>
      <Icon name={icon} />
      <span class="min-w-0">
        <span class="block font-medium break-words">{summary}</span>
        {next && <span class="block text-xs break-words">{next}</span>}
        {missing_capabilities.length > 0 && (
          <code class="mt-1 block font-mono text-2xs break-words">
            radosgw-admin caps add --uid=… --caps="{missing_capabilities.join(";")}"
          </code>
        )}
      </span>
    </div>
  )
}

export const EvidenceList = (props: { readonly detected: Detected }) => (
  <>
    {props.detected.diagnosis && <DiagnosisNote diagnosis={props.detected.diagnosis} />}
    <ul class="grid gap-2">
      {props.detected.evidence.map((evidence) => (
        <li key={evidence.feature} class="flex gap-2">
          <Icon
            name={evidence.available === null ? "info" : evidence.available ? "circle-check" : "circle-x"}
            class={[
              "mt-0.5",
              evidence.available === null ? "text-ink-3" : evidence.available ? "text-ok" : "text-ink-3"
            ].join(" ")}
            label={evidence.available === null ? "Not known" : evidence.available ? "Available" : "Not available"}
          />
          <span class="min-w-0">
            <span class="block font-medium">{NAMES[evidence.feature]}</span>
            <span class="block text-xs break-words text-ink-2">{evidence.evidence}</span>
          </span>
        </li>
      ))}
    </ul>
  </>
)
