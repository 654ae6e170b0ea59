import { $, component$, noSerialize, type NoSerialize, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer, Body } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
import { CopyAs } from "~/components/ui/copy-as"
import { CopyButton } from "~/components/ui/copy-button"
import { CheckField, Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { KeyBlocksPanel } from "~/components/ui/key-blocks-panel"
import { commandIn } from "~/lib/command"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { dateTime } from "~/lib/format"
import { regionOfEndpoint } from "~/lib/key-blocks"
import { iamCommand } from "./commands"
import type { Holder } from "./entity"

type AssumeResult = Answer<"POST /api/manager/iam/roles/:role_name/test">
type AssumeInput = Body<"POST /api/manager/iam/roles/:role_name/test">

const exported = ({ access_key, secret_key, session_token }: NonNullable<AssumeResult["credentials"]>): string =>
  `export AWS_ACCESS_KEY_ID=${access_key}\nexport AWS_SECRET_ACCESS_KEY=${secret_key}\nexport ` +
  `AWS_SESSION_TOKEN=${session_token}`

const TriedText = component$<{ readonly arn: string; readonly asked: AssumeInput; readonly holder: Holder }>(
  ({ arn, asked, holder }) => {
    const contexts = useExecutionContexts()
    return (
      <CopyAs
        commands={[
          ...iamCommand(
            contexts.current?.endpoint_url ?? "",
            "assume-role",
            [
              ["role-arn", arn],
              ["role-session-name", asked.session_name ?? "try"],
              ["duration-seconds", String(asked.duration_seconds ?? 900)]
            ],
            "sts"
          ),
          commandIn(holder, "POST /api/manager/iam/roles/:role_name/test", {
            params: { role_name: holder.name },
            body: asked
          })
        ]}
        about={`assumes ${holder.name}`}
      />
    )
  }
)

export const AssumePanel = component$<{ readonly holder: Holder; readonly arn: string; readonly longest: number }>(
  ({ arn, holder, longest }) => {
    const form = useForm("iam-assume")
    const attempt = useSignal<NoSerialize<AssumeResult>>()
    const input = useSignal<AssumeInput | null>(null)
    const contexts = useExecutionContexts()
    const outcome = attempt.value
    return (
      <section aria-label="Try it" class="grid min-w-0 gap-4">
        <p class="text-xs text-ink-3">
          Asks the gateway for a session of this role as {contexts.current?.name}. It cannot be ended early: it ends by
          itself.
        </p>
        <Form
          state={form}
          class="grid min-w-0 gap-3"
          onSubmit$={$(async (values: FormValues) => {
            const body: AssumeInput = {
              session_name: values["session_name"] ?? "",
              duration_seconds: Number(values["duration_seconds"]),
              ...(values["show_credentials"] === "true" ? { show_credentials: true } : {})
            }
            attempt.value = noSerialize(
              await callIn(holder, "POST /api/manager/iam/roles/:role_name/test", {
                params: { role_name: holder.name },
                body
              })
            )
            input.value = body
          })}
        >
          <Field
            name="session_name"
            label="Session name"
            required
            mono
            minLength={2}
            maxLength={64}
            value="stowage-test"
            pattern="[\w+=,.@\-]{2,64}"
            patternHint="2 to 64 letters, digits and _+=,.@-."
          />
          <Field
            name="duration_seconds"
            label="For how long, in seconds"
            type="number"
            required
            min={900}
            max={longest}
            value="900"
            hint={`900 to ${longest}.`}
          />
          <CheckField
            name="show_credentials"
            label="Show the credentials"
            hint="They open what the role may until the session ends. Without this, they are thrown away."
          />
          <div>
            <button type="submit" class="btn btn-primary" disabled={form.busy}>
              {form.busy ? <Icon name="loader-circle" class="spin" /> : <Icon name="play" />} Assume it
            </button>
          </div>
        </Form>
        <div aria-live="polite" class="grid min-w-0 gap-3" data-testid="assumed">
          {outcome !== undefined && (
            <>
              <p class="flex flex-wrap items-center gap-2">
                <Badge
                  text={outcome.assumed ? "Assumed" : "Refused"}
                  tone={outcome.assumed ? "ok" : "danger"}
                  icon={outcome.assumed ? "circle-check" : "ban"}
                />
                {outcome.code !== null && <code class="font-mono text-xs">{outcome.code}</code>}
              </p>
              {outcome.detail !== "" && <p class="min-w-0 break-words text-ink-2">{outcome.detail}</p>}
              {outcome.assumed && (
                <dl class="facts">
                  <dt>Acts as</dt>
                  <dd class="font-mono text-xs break-all">{outcome.assumed_arn ?? "not known"}</dd>
                  <dt>Until</dt>
                  <dd>{outcome.expires_at === null ? "not known" : dateTime(outcome.expires_at)}</dd>
                </dl>
              )}
              {outcome.credentials !== null && (
                <div class="grid min-w-0 gap-2">
                  <p class="alert alert-warn">
                    <Icon name="triangle-alert" />
                    <span>These are shown this once.</span>
                  </p>
                  <pre
                    class={
                      "max-h-40 overflow-auto rounded-ctl bg-sunken p-2 font-mono text-2xs break-all " +
                      "whitespace-pre-wrap"
                    }
                    tabIndex={0}
                    aria-label="Credentials of the session"
                  >
                    {exported(outcome.credentials)}
                  </pre>
                  <div>
                    <CopyButton text={exported(outcome.credentials)} label="Copy credentials" />
                  </div>
                  {contexts.current !== null && (
                    <KeyBlocksPanel
                      of={{
                        ...outcome.credentials,
                        endpoint: contexts.current.endpoint_url,
                        region: regionOfEndpoint(contexts.current.endpoint_url)
                      }}
                    />
                  )}
                </div>
              )}
              {input.value !== null && <TriedText arn={arn} asked={input.value} holder={holder} />}
            </>
          )}
        </div>
      </section>
    )
  }
)
