import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { EditDialog, type Editing, type FieldsProps } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { CopyAs } from "~/components/ui/copy-as"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { commandIn } from "~/lib/command"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useScope } from "~/lib/scope"
import { replaceUrlParam } from "~/lib/use-url-state"
import { holderCommand } from "./commands"
import { type HolderKind, type IamKind, type IamRow, IAM_KIND_WORDS, iamRowOf, withDetails } from "./entity"
import { cacheRow } from "./reading"

/** Limits of RGW and AWS for users and groups. */
const NAME = "[\\w+=,.@\\-]{1,64}"

const Commands = component$<{
  readonly kind: HolderKind
  readonly typed: Signal<{ readonly name: string; readonly path: string }>
}>(({ kind, typed }) => {
  const scope = useScope()
  const { name, path } = typed.value
  const body = { name, ...(path === "" ? {} : { path }) }
  return name === "" ? null : (
    <CopyAs
      commands={[
        ...holderCommand(scope.contexts.current?.endpoint_url ?? "", "create-%", { kind, name }, [["path", path]]),
        kind === "users"
          ? commandIn(scope, "POST /api/manager/iam/users", { body })
          : commandIn(scope, "POST /api/manager/iam/groups", { body })
      ]}
      about={`creates ${name}`}
    />
  )
})

const HolderFields = component$<{ readonly kind: "users" | "groups"; readonly row: IamRow | undefined }>(
  ({ kind, row }) => {
    const input = useSignal({ name: "", path: "" })
    return (
      <div
        class="grid gap-4 px-5 py-4"
        onInput$={(event) => {
          const form = (event.target as HTMLInputElement).form
          if (form === null) return
          const values = new FormData(form)
          input.value = { name: String(values.get("name") ?? "").trim(), path: String(values.get("path") ?? "").trim() }
        }}
      >
        <Field
          name="name"
          label="Name"
          value={row?.name}
          required
          mono
          autoFocus
          maxLength={64}
          pattern={NAME}
          patternHint="Letters, digits and _+=,.@- only, 64 at most."
          hint="Letters, digits and _+=,.@- only."
        />
        <Field
          name="path"
          label="Path"
          value={row?.path ?? ""}
          mono
          maxLength={512}
          placeholder="/"
          hint="Orders many of them, as /people/ or /apps/: begins and ends with a slash."
          pattern="/|/[!-~]+/"
          patternHint="Begins and ends with a slash."
        />
        {row !== undefined && (
          <p class="text-xs text-ink-3">
            Its ARN changes with name and path: policies that name it by ARN have to be changed too.
          </p>
        )}
        {row === undefined && <Commands kind={kind} typed={input} />}
      </div>
    )
  }
)

const UserFields = component$<FieldsProps<IamRow>>(({ row }) => <HolderFields kind="users" row={row} />)
const GroupFields = component$<FieldsProps<IamRow>>(({ row }) => <HolderFields kind="groups" row={row} />)
const RoleFields = component$<FieldsProps<IamRow>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <Field name="description" label="Description" value={row?.description ?? ""} maxLength={1000} autoFocus />
    <Field
      name="max_session_seconds"
      label="Longest session, in seconds"
      type="number"
      min={3600}
      max={43200}
      value={String(row?.max_session_seconds ?? 3600)}
      required
      hint="3,600 (an hour) to 43,200 (twelve hours)."
    />
  </div>
))
const FIELDS = { users: UserFields, groups: GroupFields, roles: RoleFields } as const

const bodyOf = (values: FormValues) => {
  const path = values["path"]?.trim() ?? ""
  return { name: values["name"]?.trim() ?? "", ...(path === "" ? {} : { path }) }
}

const saved = async (
  kind: HolderKind,
  values: FormValues,
  before: IamRow | undefined,
  contextId: string
): Promise<IamRow> => {
  if (kind === "roles") {
    const body = {
      description: values["description"] ?? "",
      max_session_seconds: Number(values["max_session_seconds"])
    }
    return iamRowOf(
      kind,
      await callIn({ contextId }, "PATCH /api/manager/iam/roles/:role_name", {
        params: { role_name: before?.name ?? "" },
        body
      })
    )
  }
  const body = bodyOf(values)
  if (kind === "users") {
    return iamRowOf(
      kind,
      before === undefined
        ? await callIn({ contextId }, "POST /api/manager/iam/users", { body })
        : await callIn({ contextId }, "PATCH /api/manager/iam/users/:user_name", {
            params: { user_name: before.name },
            body
          })
    )
  }
  return iamRowOf(
    kind,
    before === undefined
      ? await callIn({ contextId }, "POST /api/manager/iam/groups", { body })
      : await callIn({ contextId }, "PATCH /api/manager/iam/groups/:group_name", {
          params: { group_name: before.name },
          body
        })
  )
}

interface CreateProps {
  readonly kind: IamKind
  readonly open: Signal<Editing<IamRow> | null>
  readonly listing: ListingState
}

const NOTHING = { keys: [], groups: [], members: [], attached: [], inline: [], fault: null }

export const CreateDialog = component$<CreateProps>(({ kind, listing, open }) => {
  const contexts = useExecutionContexts()
  if (kind === "policies") return null
  const { one } = IAM_KIND_WORDS[kind]
  return (
    <EditDialog
      open={open}
      id={`iam-${kind}`}
      title={`Create ${one}`}
      submit={`Create ${one}`}
      fields={FIELDS[kind]}
      listing={listing}
      shows
      save$={$(async (values: FormValues, before: IamRow | undefined) => {
        const contextId = contexts.current?.id ?? ""
        const created = await saved(kind, values, before, contextId)
        const row = withDetails(created, { ...(before?.details ?? NOTHING), name: created.name })
        cacheRow(row, contextId, before?.key)
        if (kind === "users" && before === undefined) replaceUrlParam(listing.table.url, "tab", "keys")
        return row
      })}
      toast$={$((row: IamRow, before: IamRow | undefined) => ({
        text: `${row.name} is ${before === undefined ? "created" : "saved"}`
      }))}
    />
  )
})
