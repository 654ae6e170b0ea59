import { component$, noSerialize, type NoSerialize, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem, type ProblemError } from "~/client/problem-error"
import { CommandLine } from "~/components/ui/command-line"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { KeyBlocksPanel } from "~/components/ui/key-blocks-panel"
import { RootKeyWarning } from "~/components/ui/root-key-warning"
import { useMe } from "~/lib/use-me"

type SandboxAccess = Answer<"GET /api/admin/storage-endpoints/:id/sandbox-keys">

const environmentOf = (access: SandboxAccess, key: SandboxAccess["keys"][number]): string =>
  [
    `export AWS_ENDPOINT_URL=${access.url}`,
    `export AWS_REGION=${access.region}`,
    `export AWS_ACCESS_KEY_ID=${key.access_key}`,
    `export AWS_SECRET_ACCESS_KEY=${key.secret_key}`,
    "aws s3 ls"
  ].join("\n")

const Fact = (props: { readonly label: string; readonly text: string; readonly of: string }) => (
  <div class="flex flex-wrap items-center gap-2">
    <span class="w-24 text-xs text-ink-3">{props.label}</span>
    <code class="min-w-0 flex-1 basis-40 font-mono text-xs break-all">{props.text}</code>
    <CopyButton text={props.text} label="Copy" name={`Copy the ${props.label.toLowerCase()} of ${props.of}`} />
  </div>
)

/** Only these keys can be shown again, since the sandbox holds no real data. */
export const SandboxKeys = component$<{ readonly endpointId: number }>(({ endpointId }) => {
  const me = useMe()
  const access = useSignal<NoSerialize<SandboxAccess>>()
  const problem = useSignal<NoSerialize<ProblemError>>()
  const busy = useSignal(false)
  if (me.value?.role !== "ui_superadmin") return null
  return (
    <section class="mt-4 grid grid-cols-1 gap-2" aria-label="S3 keys of the sandbox">
      <button
        type="button"
        class="btn btn-secondary justify-self-start"
        aria-expanded={access.value ? "true" : "false"}
        disabled={busy.value}
        onClick$={async () => {
          if (access.value) {
            access.value = undefined
            return
          }
          busy.value = true
          problem.value = undefined
          try {
            access.value = noSerialize(
              await call("GET /api/admin/storage-endpoints/:id/sandbox-keys", { params: { id: endpointId } })
            )
          } catch (cause) {
            problem.value = noSerialize(asProblem(cause))
          } finally {
            busy.value = false
          }
        }}
      >
        <Icon name="key-round" /> {access.value ? "Hide S3 keys" : "Show S3 keys"}
      </button>
      {problem.value && (
        <p role="alert" class="alert alert-danger">
          <Icon name="circle-alert" />
          <span>The sandbox does not run in this process, so it has no keys to show. {problem.value.message}</span>
        </p>
      )}
      {access.value && (
        <div class="grid grid-cols-1 gap-3" data-testid="sandbox-keys">
          <p class="text-xs text-ink-3">
            They work from the machine that Stowage runs on, at <span class="wrap-anywhere">{access.value.url}</span>.
          </p>
          <RootKeyWarning />
          {access.value.keys.map((key) => (
            <div key={key.access_key} class="card grid grid-cols-1 gap-2 p-3">
              <h3 class="font-medium">RGW account {key.account_name}</h3>
              <Fact label="Access key" text={key.access_key} of={key.account_name} />
              <Fact label="Secret key" text={key.secret_key} of={key.account_name} />
              <CommandLine
                command={environmentOf(access.value as SandboxAccess, key)}
                about={`uses the keys of ${key.account_name}`}
              />
              <KeyBlocksPanel
                of={{
                  access_key: key.access_key,
                  secret_key: key.secret_key,
                  endpoint: access.value?.url ?? "",
                  region: access.value?.region ?? ""
                }}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  )
})
