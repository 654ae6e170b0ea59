import { $, component$, type QRL, type Signal, useSignal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort } from "~/client/problem-error"
import { CodeField } from "~/components/code/code-field"
import { Combobox } from "~/components/ui/combobox"
import { Icon } from "~/components/ui/icon"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { type IamCheck, PolicyDraft } from "./policy-draft"
import { accountOfArn, TRUST_KINDS, type TrustChoice, type TrustKind, trustDocument } from "./trust"

interface TrustProps {
  readonly text: Signal<string>
  readonly arn: string
  readonly role?: string
}

interface BoxProps {
  readonly name: keyof TrustChoice
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly choice: TrustChoice
}

const Box = component$<BoxProps & { readonly change$: QRL<(name: keyof TrustChoice, value: string) => void> }>(
  ({ change$, choice, hint, label, name, placeholder }) => (
    <div class="min-w-0">
      <label for={`trust-${name}`} class="mb-1 block font-medium">
        {label}
      </label>
      <input
        id={`trust-${name}`}
        data-unsent
        class="input font-mono"
        type="text"
        value={choice[name]}
        placeholder={placeholder}
        maxLength={1000}
        autoComplete="off"
        spellcheck={false}
        aria-describedby={hint === undefined ? undefined : `trust-${name}-note`}
        onInput$={(_, typed) => change$(name, typed.value)}
      />
      {hint !== undefined && (
        <p id={`trust-${name}-note`} class="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
)

export const TrustFields = component$<TrustProps>(({ arn, role, text }) => {
  const contexts = useExecutionContexts()
  const faults = useSignal<IamCheck["faults"]>([])
  const choice = useStore({
    kind: "" as TrustKind | "",
    account: accountOfArn(arn),
    user: "",
    other: "",
    provider: "",
    audience: "sts.amazonaws.com",
    subject: ""
  })
  const users = useSignal<ReadonlyArray<string>>([])
  const unread = useSignal("")
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const context = track(() => contexts.current?.id)
      if (context === undefined) return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      try {
        const { items } = await callIn({ contextId: context }, "GET /api/manager/iam/users", {
          signal: controller.signal
        })
        users.value = items.map((user) => user.arn)
        if (choice.account === "") choice.account = accountOfArn(users.value[0] ?? "")
      } catch (cause) {
        if (!isAbort(cause)) unread.value = asProblem(cause).message
      }
    },
    { strategy: "document-ready" }
  )
  const change$ = $((name: keyof TrustChoice, value: string) => {
    Object.assign(choice, { [name]: value })
    if (choice.kind !== "") text.value = trustDocument({ ...choice, kind: choice.kind })
  })
  const box = { choice: { ...choice, kind: choice.kind || "user" } as TrustChoice, change$ }
  return (
    <section class="edit-section grid min-w-0 gap-4">
      <h2 class="text-base font-semibold">Who may assume it</h2>
      <fieldset class="grid gap-2">
        <legend class="mb-1 font-medium">Written by a wizard</legend>
        {TRUST_KINDS.map(({ label, text: hint, value }) => (
          <label key={value} class="flex items-start gap-2">
            <input
              type="radio"
              name="trust-kind"
              data-unsent
              value={value}
              class="mt-1"
              checked={choice.kind === value}
              onChange$={() => change$("kind", value)}
            />
            <span class="min-w-0">
              <span class="font-medium">{label}</span>
              <span class="block text-xs text-ink-3">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {choice.kind !== "" && (
        <div class="grid min-w-0 gap-3 sm:grid-cols-2">
          {choice.kind === "user" && (
            <div class="min-w-0">
              <label for="trust-user" class="mb-1 block font-medium">
                ARN of the IAM user
              </label>
              <Combobox
                id="trust-user"
                mono
                maxLength={1000}
                value={choice.user}
                placeholder="arn:aws:iam::RGW…:user/backup"
                describedBy="trust-user-note"
                options={users.value.map((arn) => ({ value: arn, label: arn }))}
                onText$={$((typed: string) => change$("user", typed))}
              />
              <p id="trust-user-note" class="mt-1 text-xs text-ink-3">
                {unread.value === ""
                  ? `${users.value.length} are known: type to find one.`
                  : `The IAM users could not be read. ${unread.value}`}
              </p>
            </div>
          )}
          {(choice.kind === "account" || choice.kind === "oidc") && (
            <Box {...box} name="account" label="Id of this account" placeholder="RGW00000000000000001" />
          )}
          {choice.kind === "other" && (
            <Box
              {...box}
              name="other"
              label="Id of the other account"
              placeholder="RGW00000000000000002"
              hint="It has to be on the same gateway."
            />
          )}
          {choice.kind === "oidc" && (
            <>
              <Box
                {...box}
                name="provider"
                label="Address of the provider"
                placeholder="https://oidc.example.org/cluster"
                hint="It has to be registered with the gateway."
              />
              <Box {...box} name="audience" label="Audience" hint="Whom its tokens are made for." />
              <Box
                {...box}
                name="subject"
                label="Subject"
                placeholder="system:serviceaccount:apps:backup"
                hint="Without one, everybody with a token of the provider may."
              />
            </>
          )}
        </div>
      )}
      <CodeField name="trust_policy" label="Trust policy" text={text} faults={faults} />
      {text.value.includes("ACCOUNT") && (
        <p class="alert">
          <Icon name="info" />
          <span>ACCOUNT stands where an id is missing still.</span>
        </p>
      )}
      <PolicyDraft
        text={text}
        faults={faults}
        kind="trust"
        contextId={contexts.current?.id ?? ""}
        {...(role === undefined ? {} : { role })}
      />
    </section>
  )
})
