import { component$ } from "@builder.io/qwik"
import { RowsAt, SelectAt, TextAt } from "../controls"
import type { Path } from "../draft"
import { draftValue, setDraftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"

interface Grant {
  readonly type: "user" | "group" | "email"
  readonly grantee: string
  readonly display_name: string | null
  readonly permission: string
}

const PERMISSIONS = [
  { value: "FULL_CONTROL", label: "do everything (FULL_CONTROL)" },
  { value: "READ", label: "list what is in it (READ)" },
  { value: "WRITE", label: "upload, overwrite and delete (WRITE)" },
  { value: "READ_ACP", label: "read this ACL (READ_ACP)" },
  { value: "WRITE_ACP", label: "change this ACL (WRITE_ACP)" }
]
const TYPES = [
  { value: "user", label: "An RGW user or account" },
  { value: "group", label: "A group" },
  { value: "email", label: "Whoever has an address" }
]
const GROUPS = [
  { value: "AllUsers", label: "Everybody, without signing in" },
  { value: "AuthenticatedUsers", label: "Everybody who can sign in to the gateway" },
  { value: "LogDelivery", label: "Delivery of logs (Amazon's alone)" }
]
const granteeName = ({ display_name, grantee, type }: Grant): string =>
  (type === "group" ? GROUPS.find(({ value }) => value === grantee)?.label : undefined) ??
  (display_name !== null && display_name !== grantee ? `${display_name} (${grantee})` : grantee || "Nobody yet")

const GrantLine = component$<{ readonly index: number; readonly path: Path }>(({ path }) => {
  const grant = draftValue<Grant | undefined>(useEditing(), path)
  if (grant === undefined) return null
  return (
    <>
      {granteeName(grant)} <span class="text-ink-3">may</span>{" "}
      {PERMISSIONS.find(({ value }) => value === grant.permission)?.label ?? grant.permission}
    </>
  )
})

const GrantFields = component$<{ readonly index: number; readonly path: Path }>(({ path }) => {
  const grant = draftValue<Grant | undefined>(useEditing(), path)
  return (
    <>
      <div class="grid gap-3 sm:grid-cols-2">
        <SelectAt path={[...path, "type"]} label="Who" choices={TYPES} />
        {grant?.type === "group" ? (
          <SelectAt path={[...path, "grantee"]} label="Which group" choices={GROUPS} />
        ) : (
          <TextAt
            path={[...path, "grantee"]}
            label={grant?.type === "email" ? "Address" : "Its id"}
            mono
            maxLength={1024}
          />
        )}
      </div>
      <SelectAt path={[...path, "permission"]} label="May" choices={PERMISSIONS} />
    </>
  )
})

const group = (grantee: string, permission: string): Grant => ({
  type: "group",
  grantee,
  display_name: null,
  permission
})

const CANNED = [
  { name: "private", label: "Nobody else", grants: [] },
  { name: "public-read", label: "Everybody lists", grants: [group("AllUsers", "READ")] },
  {
    name: "public-read-write",
    label: "Everybody lists and writes",
    grants: [group("AllUsers", "READ"), group("AllUsers", "WRITE")]
  },
  { name: "authenticated-read", label: "Whoever signs in lists", grants: [group("AuthenticatedUsers", "READ")] }
]

const AclForm = component$(() => {
  const editing = useEditing()
  return (
    <>
      <div role="group" aria-label="Usual ones" class="flex flex-wrap items-center gap-2">
        {CANNED.map(({ grants, label, name }) => (
          <button
            key={name}
            type="button"
            class="btn btn-secondary btn-sm"
            title={`The canned ACL ${name}: groups are granted this and nothing else`}
            disabled={editing.busy}
            onClick$={() =>
              setDraftValue(
                editing,
                ["grants"],
                [
                  ...draftValue<ReadonlyArray<Grant>>(editing, ["grants"]).filter(({ type }) => type !== "group"),
                  ...grants
                ]
              )
            }
          >
            {label}
          </button>
        ))}
      </div>
      <RowsAt
        path={["grants"]}
        noun="grant"
        blank={{ type: "user", grantee: "", display_name: null, permission: "READ" }}
        row={GrantFields}
        line={GrantLine}
        most={100}
      />
    </>
  )
})

export const acl: FeatureEditor = {
  feature: "acl",
  Form: AclForm,
  blank: { grants: [] }
}
