import { $, component$, useContext, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Row } from "~/client/contract"
import { asProblem } from "~/client/problem-error"
import { Field, FieldNote } from "~/components/ui/field"
import { FormContext } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { useMe } from "~/lib/use-me"
import { type LdapMapping, type MappedGroup, mappedGroupsOf, type OidcMapping } from "./group-mapping"

type Group = Row<"GET /api/admin/groups/minimal">

interface Props {
  readonly type: "ldap" | "oidc"
  readonly mapping: LdapMapping | OidcMapping | null | undefined
}

interface Line extends MappedGroup {
  readonly line: number
}

const MOST = 200
const VALUE = { ldap: "Its name in the directory", oidc: "Its name at the provider" } as const
const EXAMPLE = { ldap: "cn=storage,ou=groups,dc=example,dc=org", oidc: "storage-team" } as const

/** Submitted as one hidden field (`data-unsent` on the others). */
export const GroupMappingFields = component$<Props>(({ mapping, type }) => {
  const form = useContext(FormContext)
  const me = useMe()
  const on = useSignal(mapping !== null && mapping !== undefined)
  const lines = useSignal<ReadonlyArray<Line>>(mappedGroupsOf(mapping).map((group, line) => ({ ...group, line })))
  const next = useSignal(lines.value.length)
  const groups = useSignal<ReadonlyArray<Group> | null>(null)
  const problem = useSignal("")
  const field = useSignal<HTMLInputElement>()
  useVisibleTask$(
    async ({ track }) => {
      if (!track(() => on.value) || groups.value !== null) return
      try {
        groups.value = await call("GET /api/admin/groups/minimal")
        problem.value = ""
      } catch (cause) {
        problem.value = asProblem(cause).message
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      // notify the form of changes without an input event
      track(() => lines.value)
      field.value?.dispatchEvent(new Event("input", { bubbles: true }))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      // a hidden field cannot take the focus after an error
      if (track(() => form.fields["groups"]) !== undefined) {
        requestAnimationFrame(() => {
          field.value?.parentElement?.querySelector<HTMLElement>("[aria-invalid], button")?.focus()
        })
      }
    },
    { strategy: "document-ready" }
  )
  const change$ = $((line: number, part: Partial<MappedGroup>) => {
    lines.value = lines.value.map((one) => (one.line === line ? { ...one, ...part } : one))
  })
  const add$ = $(() => {
    lines.value = [...lines.value, { value: "", group_id: 0, privileged: false, line: next.value++ }]
  })
  const superadmin = me.value?.role === "ui_superadmin"
  const groupIds = new Set((groups.value ?? []).map(({ id }) => id))
  const error = form.fields["groups"] ?? form.fields["group_mapping"]
  const noteId = `${form.id}-groups-note`
  return (
    <fieldset class="grid min-w-0 gap-4" data-testid="group-mapping" aria-describedby={error ? noteId : undefined}>
      <legend class="mb-3 w-full border-t border-line pt-4 text-ink-2">Groups</legend>
      <div>
        <label class="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            name="group_mapping"
            value="true"
            class="check"
            checked={on.value}
            aria-describedby={`${form.id}-group-mapping-hint`}
            onChange$={async (_, box) => {
              on.value = box.checked
              if (box.checked && lines.value.length === 0) await add$()
            }}
          />
          <span class="font-medium">Put people into groups at sign-in</span>
        </label>
        <p id={`${form.id}-group-mapping-hint`} class="mt-1 pl-6 text-xs text-ink-3">
          Whoever signs in is put into the groups here that the provider’s groups lead to, and taken out of those that
          it does not name any more. Who was put into a group by hand stays.
        </p>
      </div>
      <input
        ref={field}
        type="hidden"
        name="groups"
        aria-label="Groups"
        value={
          on.value
            ? JSON.stringify(
                lines.value.map(({ group_id, privileged, value }) => ({ value: value.trim(), group_id, privileged }))
              )
            : ""
        }
      />
      {on.value && (
        <>
          {type === "oidc" ? (
            <Field
              name="claim"
              label="Claim"
              value={mapping && "claim" in mapping ? mapping.claim : "groups"}
              maxLength={200}
              hint={
                "Of the ID token, or of UserInfo: its name, or a path such as realm_access.roles. Some providers " +
                "say it only when a scope asks for it."
              }
              required
              mono
            />
          ) : (
            <Field
              name="attribute"
              label="Attribute"
              value={mapping && "attribute" in mapping ? (mapping.attribute ?? "memberOf") : "memberOf"}
              maxLength={63}
              hint="Of a person’s entry; it holds the names of the groups that they are in."
              required
              mono
            />
          )}
          {problem.value !== "" && (
            <p role="alert" class="text-xs text-danger">
              The groups here could not be loaded. {problem.value}
            </p>
          )}
          {lines.value.length > 0 && (
            <ul class="divide-y divide-line rounded-ctl border border-line" aria-label="Groups that are taken over">
              {lines.value.map((one, index) => (
                <li key={one.line} class="grid gap-3 p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
                  <label class="min-w-0">
                    <span class="mb-1 block text-xs text-ink-2">{VALUE[type]}</span>
                    <input
                      data-unsent
                      class="input font-mono"
                      value={one.value}
                      maxLength={1000}
                      placeholder={EXAMPLE[type]}
                      autoComplete="off"
                      spellcheck={false}
                      aria-invalid={error && one.value.trim() === "" ? "true" : undefined}
                      aria-label={`${VALUE[type]}, line ${index + 1}`}
                      onInput$={(_, input) => change$(one.line, { value: input.value })}
                    />
                  </label>
                  <label class="min-w-0">
                    <span class="mb-1 block text-xs text-ink-2">Group here</span>
                    <select
                      data-unsent
                      class="input"
                      aria-invalid={error && one.group_id === 0 ? "true" : undefined}
                      aria-label={`Group here, line ${index + 1}`}
                      onChange$={(_, list) => change$(one.line, { group_id: Number(list.value) })}
                    >
                      <option value="0" selected={one.group_id === 0}>
                        {groups.value === null && problem.value === ""
                          ? "Loading…"
                          : groups.value?.length === 0
                            ? "There is no group yet"
                            : "Choose a group"}
                      </option>
                      {one.group_id !== 0 && !groupIds.has(one.group_id) && (
                        <option value={one.group_id} selected>
                          {groups.value === null ? `Group ${one.group_id}` : `Group ${one.group_id}, which was deleted`}
                        </option>
                      )}
                      {(groups.value ?? []).map(({ id, name }) => (
                        <option key={id} value={id} selected={id === one.group_id}>
                          {name}
                        </option>
                      ))}
                    </select>
                  </label>
                  <button
                    type="button"
                    class="btn btn-ghost btn-icon self-end max-sm:justify-self-end"
                    aria-label={`Take line ${index + 1} away`}
                    title={`Take line ${index + 1} away`}
                    onClick$={() => {
                      lines.value = lines.value.filter(({ line }) => line !== one.line)
                    }}
                  >
                    <Icon name="x" />
                  </button>
                  <label class="flex min-h-6 items-center gap-2 text-xs sm:col-span-3">
                    <input
                      type="checkbox"
                      data-unsent
                      class="check"
                      checked={one.privileged}
                      disabled={!superadmin}
                      aria-label={`Also when the group has privileges, line ${index + 1}`}
                      onChange$={(_, box) => change$(one.line, { privileged: box.checked })}
                    />
                    <span>
                      Also when the group has privileges{superadmin ? "" : " (a super administrator decides)"}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          )}
          <div>
            <button type="button" class="btn btn-secondary" disabled={lines.value.length >= MOST} onClick$={add$}>
              <Icon name="plus" /> Add a group
            </button>
          </div>
        </>
      )}
      <FieldNote id={noteId} error={error} hint={undefined} />
    </fieldset>
  )
})
