import { $, component$ } from "@builder.io/qwik"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import { SelectField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { Loaded } from "~/lib/use-loaded"
import { type Cap, type Owner, saveCaps, saved, type UserOnGateway } from "./on-gateway"
import { SettingSection } from "./section"

/** Capabilities of Admin Ops in Ceph 20. Older releases know fewer and refuse the others. */
const CAPABILITY_TEXTS: Readonly<Record<string, string>> = {
  accounts: "RGW accounts",
  buckets: "Buckets of everybody",
  info: "The cluster id",
  metadata: "Raw records",
  "oidc-provider": "OpenID Connect providers",
  ratelimit: "Rate limits",
  roles: "Roles",
  usage: "The usage log",
  users: "RGW users and their keys",
  "user-info-without-keys": "RGW users without their secret keys",
  "user-policy": "Policies of RGW users",
  "amz-cache": "The cache",
  bilog: "Logs of bucket indexes",
  datalog: "The log of data",
  mdlog: "The log of metadata",
  zone: "Zones"
}

const PERMISSIONS = [
  { value: "", label: "None" },
  { value: "read", label: "Read" },
  { value: "write", label: "Write" },
  { value: "*", label: "Read and write" }
] as const
const PERMISSION_LABELS: Record<Cap["perm"], string> = { read: "Read", write: "Write", "*": "Read and write" }

interface CapsRow {
  readonly caps: ReadonlyArray<Cap>
}

const FIELD = "cap-"
const typesOf = (caps: ReadonlyArray<Cap>): ReadonlyArray<string> => [
  ...new Set([...Object.keys(CAPABILITY_TEXTS), ...caps.map(({ type }) => type)])
]
const isPermission = (text: string | undefined): text is Cap["perm"] =>
  text === "read" || text === "write" || text === "*"

const CapFields = component$<FieldsProps<CapsRow>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4 sm:grid-cols-2">
    {typesOf(row?.caps ?? []).map((type) => (
      <SelectField
        key={type}
        name={`${FIELD}${type}`}
        label={type}
        options={PERMISSIONS}
        value={row?.caps.find((cap) => cap.type === type)?.perm ?? ""}
        hint={CAPABILITY_TEXTS[type]}
      />
    ))}
  </div>
))

export const Capabilities = component$<{ readonly owner: Owner; readonly loaded: Loaded<UserOnGateway> }>(
  ({ loaded, owner }) => {
    const editing = useEditing<CapsRow>()
    const user = loaded.value
    if (user === null) return null
    return (
      <SettingSection
        title="Capabilities"
        text="What this RGW user may ask of Admin Ops, the gateway's own administration. S3 needs none of them."
      >
        <button
          q:slot="action"
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            editing.value = { row: { caps: user.caps } }
          }}
        >
          <Icon name="pencil" /> Change
        </button>
        {user.administers && (
          <p class="alert mb-3">
            <Icon name="lock" />
            <span>
              This is the technical user of the storage endpoint: it can be given more here, and keeps what it has.
            </span>
          </p>
        )}
        {user.caps.length === 0 ? (
          <p class="text-ink-3" data-testid="caps">
            None.
          </p>
        ) : (
          <dl class="facts" data-testid="caps">
            {user.caps.map(({ perm, type }) => [
              <dt key={`${type}-type`} class="font-mono text-xs break-all">
                {type}
              </dt>,
              <dd key={`${type}-perm`}>
                {PERMISSION_LABELS[perm]}
                {CAPABILITY_TEXTS[type] && <span class="text-ink-3"> – {CAPABILITY_TEXTS[type]}</span>}
              </dd>
            ])}
          </dl>
        )}
        <EditDialog
          id="caps"
          wide
          open={editing}
          title="Capabilities"
          submit="Save capabilities"
          changes={{ title: "Capabilities", submit: "Save capabilities" }}
          fields={CapFields}
          save$={$(async (values: FormValues, row: CapsRow | undefined) => {
            const caps = Object.entries(values).flatMap(([name, perm]) =>
              name.startsWith(FIELD) && isPermission(perm) ? [{ type: name.slice(FIELD.length), perm }] : []
            )
            return await saved(loaded, saveCaps(owner, { caps, ...(row ? { was: row.caps } : {}) }))
          })}
          after$={$(({ caps }: CapsRow) => {
            if (loaded.value) loaded.value = { ...loaded.value, caps }
          })}
          toast$={$(() => ({ text: `The capabilities of ${owner.name} are saved` }))}
        />
      </SettingSection>
    )
  }
)
