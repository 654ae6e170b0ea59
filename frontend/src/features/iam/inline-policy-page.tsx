import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditPage, type FieldsProps } from "~/components/action"
import { noSuchRow } from "~/components/listing"
import { CodeField } from "~/components/code/code-field"
import { CopyAs } from "~/components/ui/copy-as"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { NavLink } from "~/components/ui/nav-link"
import { commandIn } from "~/lib/command"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { useLoaded } from "~/lib/use-loaded"
import { holderCommand } from "./commands"
import { atHolder, type Holder, type HolderKind, IAM_KIND_WORDS } from "./entity"
import { openHref } from "./iam-href"
import { Nameless } from "./nameless"
import { type IamCheck, PolicyDraft } from "./policy-draft"
import { BLANK_POLICY, PolicyTemplates } from "./policy-templates"
import { formatted } from "./policies-panel"

interface EditedPolicy {
  readonly name: string
  readonly document: string
  readonly version: string
  readonly holder: Holder
}

const SaveText = component$<{ readonly text: Signal<string>; readonly holder: Holder; readonly policy: string }>(
  ({ holder, policy, text }) => {
    const contexts = useExecutionContexts()
    return policy === "" ? null : (
      <CopyAs
        commands={[
          ...holderCommand(contexts.current?.endpoint_url ?? "", "put-%-policy", holder, [
            ["policy-name", policy],
            ["policy-document", text.value]
          ]),
          commandIn(holder, "PUT /api/manager/iam/:entity/:name/inline-policies/:policy_name", {
            params: { entity: holder.kind, name: holder.name, policy_name: policy },
            body: { document: text.value }
          })
        ]}
        about={`saves ${policy}`}
      />
    )
  }
)

const holderOf = (path: string, search: URLSearchParams, contextId: string): Holder => ({
  kind: (path.split("/")[3] ?? "users") as HolderKind,
  name: search.get("name") ?? "",
  contextId
})

const PolicyFields = component$<FieldsProps<EditedPolicy>>(({ row }) => {
  const contexts = useExecutionContexts()
  const location = useLocation()
  const text = useSignal(row === undefined ? BLANK_POLICY : formatted(row.document))
  const policyName = useSignal(row?.name ?? "")
  const faults = useSignal<IamCheck["faults"]>([])
  const holder = holderOf(location.url.pathname, location.url.searchParams, contexts.current?.id ?? "")
  return (
    <div class="grid min-w-0 gap-4">
      {row === undefined && (
        <div
          class="max-w-md"
          onInput$={(event) => {
            policyName.value = (event.target as HTMLInputElement).value.trim()
          }}
        >
          <Field
            name="name"
            label="Name of the policy"
            required
            mono
            autoFocus
            maxLength={128}
            pattern="[\w+=,.@\-]{1,128}"
            patternHint="Letters, digits and _+=,.@- only."
            hint="Letters, digits and _+=,.@- only."
          />
        </div>
      )}
      <PolicyTemplates text={text} contextId={holder.contextId} />
      <CodeField
        name="document"
        label="Policy document"
        text={text}
        faults={faults}
        hint="JSON. What it names stays a name: put the bucket's in. Escape, then Tab leads on."
      />
      <PolicyDraft text={text} faults={faults} kind="identity" contextId={holder.contextId} />
      <SaveText text={text} holder={holder} policy={policyName.value} />
    </div>
  )
})

const readPolicy = async (holder: Holder, policy: string, signal?: AbortSignal): Promise<EditedPolicy> => {
  const found = (
    await callIn(holder, "GET /api/manager/iam/:entity/:name/inline-policies", { ...atHolder(holder), signal })
  ).items.find(({ name }) => name === policy)
  if (found === undefined) throw noSuchRow()
  return { name: found.name, document: found.document, version: found.document, holder }
}

const COMPARES = { document: "Document" } as const

export const InlinePolicyPage = component$<{ readonly kind: HolderKind }>(({ kind }) => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const name = location.url.searchParams.get("name") ?? ""
  const policy = location.url.searchParams.get("policy") ?? ""
  const contextId = contexts.current?.id ?? ""
  if (name === "") return <Nameless kind={kind} title="Inline policy" />
  return contextId === "" ? null : policy === "" ? (
    <NewPolicy key={`${contextId} ${name}`} kind={kind} name={name} contextId={contextId} />
  ) : (
    <KnownPolicy key={`${contextId} ${name} ${policy}`} kind={kind} name={name} contextId={contextId} policy={policy} />
  )
})

const Whose = component$<{ readonly kind: HolderKind; readonly name: string; readonly contextId: string }>(
  ({ contextId, kind, name }) => (
    <p class="mb-4 text-ink-2">
      Of {IAM_KIND_WORDS[kind].one}{" "}
      <NavLink class="link break-all" href={openHref(kind, name, contextId, "policies")}>
        {name}
      </NavLink>
      : nobody else has it, and it goes with{" "}
      {kind === "users" ? "the IAM user" : kind === "groups" ? "the group" : "the role"}.
    </p>
  )
)

const saved = async (values: FormValues, holder: Holder, before: EditedPolicy | undefined): Promise<EditedPolicy> => {
  const policy = before?.name ?? values["name"]?.trim() ?? ""
  const savedPolicy = await callIn(holder, "PUT /api/manager/iam/:entity/:name/inline-policies/:policy_name", {
    params: { entity: holder.kind, name: holder.name, policy_name: policy },
    body: { document: values["document"] ?? "", before: before?.version ?? null }
  })
  return { name: savedPolicy.name, document: savedPolicy.document, version: savedPolicy.document, holder }
}

interface PageProps {
  readonly kind: HolderKind
  readonly name: string
  readonly contextId: string
}

const NewPolicy = component$<PageProps>(({ contextId, kind, name }) => (
  <EditPage
    id="iam-policy"
    kind="Inline policy"
    title={`New policy of ${name}`}
    submit="Create policy"
    home={{ href: openHref(kind, name, contextId, "policies"), label: IAM_KIND_WORDS[kind].title }}
    fields={PolicyFields}
    save$={$((values: FormValues) => saved(values, { kind, name, contextId }, undefined))}
    toast$={$((saved: EditedPolicy) => ({ text: `${saved.name} is created`, detail: `It speaks for ${name} now.` }))}
    to$={$(() => openHref(kind, name, contextId, "policies"))}
  >
    <div q:slot="above">
      <Whose kind={kind} name={name} contextId={contextId} />
    </div>
  </EditPage>
))

const KnownPolicy = component$<PageProps & { readonly policy: string }>(({ contextId, kind, name, policy }) => {
  const loaded = useLoaded<EditedPolicy>(
    $((signal: AbortSignal) => readPolicy({ kind, name, contextId }, policy, signal))
  )
  return (
    <EditPage
      id="iam-policy"
      kind="Inline policy"
      home={{ href: openHref(kind, name, contextId, "policies"), label: IAM_KIND_WORDS[kind].title }}
      loaded={loaded}
      named="name"
      fields={PolicyFields}
      compares={COMPARES}
      now$={$(({ holder, name: known }: EditedPolicy) => readPolicy(holder, known))}
      save$={$((values: FormValues, before: EditedPolicy | undefined) =>
        saved(values, { kind, name, contextId }, before)
      )}
      toast$={$((saved: EditedPolicy) => ({ text: `${saved.name} is saved`, detail: `It speaks for ${name} now.` }))}
    >
      <div q:slot="above">
        <Whose kind={kind} name={name} contextId={contextId} />
      </div>
    </EditPage>
  )
})
