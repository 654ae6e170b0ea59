import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { type Doubt, EditPage, type FieldsProps } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { useLoaded } from "~/lib/use-loaded"
import { holderCommand } from "./commands"
import { type IamRow, iamRowOf, withDetails } from "./entity"
import { openHref } from "./iam-href"
import { Nameless } from "./nameless"
import { formatted } from "./policies-panel"
import { cacheRow } from "./reading"
import { trustDocument } from "./trust"
import { TrustFields } from "./trust-fields"

interface EditedTrust {
  readonly name: string
  readonly arn: string
  readonly trust_policy: string
  readonly version: string
  readonly row: IamRow
}

const EMPTY_TRUST_POLICY = trustDocument({
  kind: "user",
  account: "",
  user: "",
  other: "",
  provider: "",
  audience: "",
  subject: ""
})

const lockedOut = async (values: FormValues, contextId: string, role?: string): Promise<Doubt | null> => {
  const { locks_out } = await callIn({ contextId }, "POST /api/manager/iam/check", {
    body: { text: values["trust_policy"] ?? "", kind: "trust", ...(role === undefined ? {} : { role_name: role }) }
  })
  return locks_out
    ? {
        title: "Nobody could assume this role",
        text: "Its trust policy locks everybody out: the role is of no use until that is changed.",
        save: "Save although nobody may assume it"
      }
    : null
}

const RoleFields = component$<FieldsProps<IamRow>>(() => {
  const text = useSignal(EMPTY_TRUST_POLICY)
  return (
    <div class="grid min-w-0 gap-4">
      <div class="grid max-w-md gap-4">
        <Field
          name="name"
          label="Name"
          required
          mono
          autoFocus
          maxLength={64}
          pattern="[\w+=,.@\-]{1,64}"
          patternHint="Letters, digits and _+=,.@- only, 64 at most."
          hint="Letters, digits and _+=,.@- only."
        />
        <Field
          name="path"
          label="Path"
          mono
          maxLength={512}
          placeholder="/"
          pattern="/|/[!-~]+/"
          patternHint="Begins and ends with a slash."
          hint="Orders many of them: begins and ends with a slash."
        />
        <Field name="description" label="Description" maxLength={1000} hint="Which application it is for." />
        <Field
          name="max_session_seconds"
          label="Longest session, in seconds"
          type="number"
          min={3600}
          max={43200}
          value="3600"
          required
          hint="3,600 (an hour) to 43,200 (twelve hours)."
        />
      </div>
      <TrustFields text={text} arn="" />
    </div>
  )
})

export const NewRolePage = component$(() => {
  const contexts = useExecutionContexts()
  return (
    <EditPage
      id="iam-role"
      kind="IAM role"
      title="New role"
      submit="Create role"
      home={{ href: "/manager/iam/roles", label: "IAM roles" }}
      fields={RoleFields}
      doubt$={$((values: FormValues) => lockedOut(values, contexts.current?.id ?? ""))}
      save$={$(async (values: FormValues) => {
        const contextId = contexts.current?.id ?? ""
        const [path, description] = [values["path"]?.trim() ?? "", values["description"]?.trim() ?? ""]
        const createdRole = await callIn({ contextId }, "POST /api/manager/iam/roles", {
          body: {
            name: values["name"]?.trim() ?? "",
            ...(path === "" ? {} : { path }),
            ...(description === "" ? {} : { description }),
            // the dialog above confirmed a policy that locks everybody out
            max_session_seconds: Number(values["max_session_seconds"]),
            trust_policy: values["trust_policy"] ?? "",
            despite_warnings: true
          }
        })
        cacheRow(
          withDetails(iamRowOf("roles", createdRole), {
            name: createdRole.name,
            keys: [],
            groups: [],
            members: [],
            attached: [],
            inline: [],
            fault: null
          }),
          contextId
        )
        return { name: createdRole.name, contextId }
      })}
      toast$={$(({ name }: { readonly name: string }) => ({
        text: `${name} is created`,
        detail: "Give it policies, then try it by assuming it."
      }))}
      to$={$(({ contextId, name }: { readonly name: string; readonly contextId: string }) =>
        openHref("roles", name, contextId, "policies")
      )}
    />
  )
})

const TrustPolicyFields = component$<FieldsProps<EditedTrust>>(({ row }) => {
  const contexts = useExecutionContexts()
  const text = useSignal(formatted(row?.trust_policy ?? ""))
  const name = row?.name ?? ""
  return (
    <div class="grid min-w-0 gap-4">
      <TrustFields text={text} arn={row?.arn ?? ""} {...(name === "" ? {} : { role: name })} />
      <CopyAs
        commands={holderCommand(
          contexts.current?.endpoint_url ?? "",
          "update-assume-role-policy",
          { kind: "roles", name },
          [["policy-document", text.value]]
        )}
        about={`changes who may assume ${name}`}
      />
    </div>
  )
})

const trusted = (row: IamRow): EditedTrust => ({
  name: row.name,
  arn: row.arn,
  trust_policy: row.trust_policy ?? "",
  version: row.trust_policy ?? "",
  row
})
const readTrust = async (name: string, contextId: string, signal?: AbortSignal): Promise<EditedTrust> =>
  trusted(
    iamRowOf(
      "roles",
      await callIn({ contextId }, "GET /api/manager/iam/roles/:role_name", { params: { role_name: name }, signal })
    )
  )

const COMPARES = { trust_policy: "Trust policy" } as const

const Trust = component$<{ readonly name: string; readonly contextId: string }>(({ contextId, name }) => {
  const loaded = useLoaded<EditedTrust>($((signal: AbortSignal) => readTrust(name, contextId, signal)))
  return (
    <EditPage
      id="iam-trust"
      kind="IAM role"
      home={{ href: openHref("roles", name, contextId), label: "IAM roles" }}
      loaded={loaded}
      named="name"
      fields={TrustPolicyFields}
      compares={COMPARES}
      doubt$={$((values: FormValues) => lockedOut(values, contextId, name))}
      now$={$((before: EditedTrust) => readTrust(before.name, contextId))}
      save$={$(async (values: FormValues, before: EditedTrust | undefined) => {
        // the dialog above confirmed a policy that locks everybody out
        const body = { document: values["trust_policy"] ?? "", before: before?.version ?? "", despite_warnings: true }
        const row = iamRowOf(
          "roles",
          await callIn({ contextId }, "PUT /api/manager/iam/roles/:role_name/trust-policy", {
            params: { role_name: name },
            body
          })
        )
        return trusted(row)
      })}
      toast$={$(({ name: saved }: EditedTrust) => ({ text: `Who may assume ${saved} is saved` }))}
    />
  )
})

export const TrustPage = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const name = location.url.searchParams.get("name") ?? ""
  const contextId = contexts.current?.id ?? ""
  if (name === "") return <Nameless kind="roles" title="Who may assume a role" />
  return contextId === "" ? null : <Trust key={`${contextId} ${name}`} name={name} contextId={contextId} />
})
