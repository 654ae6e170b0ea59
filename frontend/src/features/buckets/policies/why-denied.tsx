import { $, component$, noSerialize, type NoSerialize, type QRL, useSignal, useStore } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { commandIn } from "~/lib/command"
import { AreaField } from "~/components/ui/area-field"
import { Field } from "~/components/ui/field"
import { CopyAs } from "~/components/ui/copy-as"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { DecisionView } from "./decision-view"
import {
  S3_ACTIONS,
  type CheckPolicy,
  PRINCIPAL_KINDS,
  type PolicyCheck,
  type PolicyTest,
  type Principal,
  requestText,
  principalText
} from "./policy"

const principalOf = (values: FormValues): Principal | undefined => {
  const [account = "", name = ""] = [values["account"]?.trim(), values["user"]?.trim()]
  switch (values["kind"]) {
    case "anonymous":
      return { kind: "anonymous" }
    case "account_root":
      return { kind: "account_root", account }
    case "iam_user":
      return { kind: "iam_user", account, name }
    case "iam_role":
      return { kind: "iam_role", account, name }
    case "plain_user":
      return { kind: "plain_user", uid: name }
    default:
      return undefined
  }
}

const bodyOf = (values: FormValues): CheckPolicy => {
  const principal = principalOf(values)
  const text = (name: string) => values[name]?.trim() ?? ""
  return {
    pasted: text("pasted"),
    ...(text("caller_policies") === "" ? {} : { caller_allowed: text("caller_policies") === "allow" }),
    ...(principal === undefined ? {} : { principal }),
    ...(text("action") === "" ? {} : { action: text("action") }),
    ...(text("key") === "" ? {} : { key: text("key") }),
    ...(text("source_ip") === "" ? {} : { context: { "aws:SourceIp": [text("source_ip")] } })
  }
}

const answerText = (request: NonNullable<PolicyCheck["request"]>, { outcome }: NonNullable<PolicyCheck["decision"]>) =>
  `${principalText(request.principal)} ${outcome === "allowed" ? "may" : "may not"} ${requestText(request)}`

/** Expects the current answer for the caller's current policies. Null without an answer. */
const testOf = ({ decision, request }: PolicyCheck): PolicyTest | null =>
  request === null || decision === null || decision.outcome === "unknown"
    ? null
    : {
        name: answerText(request, decision).slice(0, 200),
        request,
        caller_allowed: decision.layers.some(
          ({ layer, verdict }) => layer === "identity_policy" && verdict === "allow"
        ),
        expected: decision.outcome === "allowed" ? "allow" : "deny"
      }

const AskedText = component$<{ readonly asked: CheckPolicy; readonly place: BucketPlace }>(({ asked, place }) => (
  <CopyAs
    commands={[commandIn(place, "POST /api/manager/buckets/:bucket_name/policy/check", { body: asked })]}
    about="asks this"
  />
))

interface WhyProps {
  readonly place: BucketPlace
  readonly owner: string
  readonly keep$: QRL<(test: PolicyTest) => unknown>
  readonly mayKeep: boolean
}

export const WhyDenied = component$<WhyProps>(({ keep$, mayKeep, owner, place }) => {
  const form = useForm("why")
  const kind = useSignal("")
  const action = useSignal("")
  const state = useStore<{ check: NoSerialize<PolicyCheck> | undefined; asked: CheckPolicy | null }>(
    { check: undefined, asked: null },
    { deep: false }
  )
  const { check } = state
  const test = check === undefined ? null : testOf(check)
  return (
    <section class="card grid min-w-0 gap-3 p-4" aria-labelledby="why-title" data-testid="why-denied">
      <div>
        <h2 id="why-title" class="text-base font-medium">
          Why denied?
        </h2>
        <p class="text-xs text-ink-3">
          Paste a curl or aws command, a URL, an HTTP request or the XML of a refusal, or choose what is asked. Nothing
          is sent to the gateway but the question how the bucket is set up.
        </p>
      </div>
      <Form
        state={form}
        class="grid min-w-0 gap-3"
        onSubmit$={$(async (values: FormValues) => {
          const body = bodyOf(values)
          state.check = noSerialize(
            await callIn(place, "POST /api/manager/buckets/:bucket_name/policy/check", { body })
          )
          state.asked = body
        })}
      >
        <AreaField
          name="pasted"
          label="Request or refusal"
          rows={3}
          placeholder="curl https://…   or   aws s3api get-object --bucket …"
        />
        <div class="grid min-w-0 gap-3 sm:grid-cols-2">
          <div class="min-w-0">
            <label for="why-kind" class="mb-1 block font-medium">
              Who asks
            </label>
            <select
              id="why-kind"
              name="kind"
              class="input"
              onChange$={(_, control) => {
                kind.value = control.value
              }}
            >
              <option value="">As the text says</option>
              {PRINCIPAL_KINDS.map(({ label, value }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
          {(kind.value === "account_root" || kind.value === "iam_user" || kind.value === "iam_role") && (
            <Field name="account" label="Account" value={owner} required maxLength={100} mono />
          )}
          {kind.value === "iam_user" && (
            <Field name="user" label="IAM user, with its path" required maxLength={700} mono />
          )}
          {kind.value === "iam_role" && (
            <Field name="user" label="IAM role, with its path" required maxLength={700} mono />
          )}
          {kind.value === "plain_user" && <Field name="user" label="uid" required maxLength={200} mono />}
          <div class="min-w-0">
            <label for="why-action" class="mb-1 block font-medium">
              What is asked
            </label>
            <select
              id="why-action"
              name="action"
              class={["input", action.value !== "" && "font-mono"]}
              onChange$={(_, control) => {
                action.value = control.value
              }}
            >
              <option value="">As the text says</option>
              {S3_ACTIONS.map((action) => (
                <option key={action} value={action}>
                  {action}
                </option>
              ))}
            </select>
          </div>
          <Field name="key" label="Object" maxLength={1024} mono placeholder="public/index.html" />
          <Field name="source_ip" label="From address" maxLength={60} mono placeholder="192.0.2.10" />
        </div>
        {(kind.value === "iam_user" || kind.value === "iam_role" || kind.value === "plain_user") && (
          <div class="min-w-0">
            <label for="why-policies" class="mb-1 block font-medium">
              Their own policies
            </label>
            <select id="why-policies" name="caller_policies" class="input">
              <option value="">Read from the gateway</option>
              <option value="allow">Assume that they allow it</option>
              <option value="none">Assume that there are none</option>
            </select>
          </div>
        )}
        <div>
          <button type="submit" class="btn btn-primary" disabled={form.busy}>
            {form.busy && <Icon name="loader-circle" class="spin" />} Ask
          </button>
        </div>
      </Form>
      <div aria-live="polite" class="grid min-w-0 gap-2">
        {check?.notes.map((note) => (
          <p key={note} class="alert">
            <Icon name="info" />
            <span class="min-w-0 break-words">{note}</span>
          </p>
        ))}
        {check?.decision && check.request && <DecisionView decision={check.decision} request={check.request} />}
      </div>
      {state.asked !== null && <AskedText asked={state.asked} place={place} />}
      {test !== null && mayKeep && (
        <div>
          <button type="button" class="btn btn-secondary" onClick$={() => keep$(test)}>
            <Icon name="plus" /> Keep as a test
          </button>
        </div>
      )}
    </section>
  )
})
