import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, orGone, useAction, useEditing } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { CopyAs } from "~/components/ui/copy-as"
import { CopyButton } from "~/components/ui/copy-button"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { ErrorState } from "~/components/ui/states"
import { validTab, Tabs } from "~/components/ui/tabs"
import { commandIn } from "~/lib/command"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { dateTime } from "~/lib/format"
import { refinement, type UrlKey } from "~/lib/url-state"
import { reload, useLoaded } from "~/lib/use-loaded"
import { useUrlState } from "~/lib/use-url-state"
import { AccessPanel } from "./access-panel"
import { AssumePanel } from "./assume-panel"
import { holderCommand } from "./commands"
import { CreateDialog } from "./create-dialog"
import { type Holder, type HolderKind, type IamRow, isHolder, IAM_KIND_WORDS } from "./entity"
import { HoldersPanel } from "./holders-panel"
import { trustHref } from "./iam-href"
import { KeysPanel } from "./keys-panel"
import { MembersPanel } from "./members-panel"
import { formatted, PoliciesPanel } from "./policies-panel"
import { dropIamRow, cacheRow, readIamRow } from "./reading"

const OVERVIEW = { id: "overview", label: "Overview" }
const POLICIES = { id: "policies", label: "Policies" }
const ACCESS = { id: "access", label: "What may it do?" }
const TABS = {
  users: [OVERVIEW, { id: "keys", label: "Keys" }, { id: "groups", label: "Groups" }, POLICIES, ACCESS],
  groups: [OVERVIEW, { id: "members", label: "Members" }, POLICIES, ACCESS],
  roles: [OVERVIEW, POLICIES, { id: "try", label: "Try it" }, ACCESS],
  policies: [OVERVIEW]
} as const
const NONE: ReadonlyArray<never> = []
const IN_ADDRESS: { tab: UrlKey } = { tab: refinement() }

interface DeletionTarget {
  readonly id: string
  readonly name: string
  readonly row: IamRow
  readonly contextId: string
}

const list = (names: ReadonlyArray<string>): string =>
  names.length > 5 ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ")

const DeleteText = component$<{ readonly subject: DeletionTarget }>(({ subject: { contextId, name, row } }) => {
  const contexts = useExecutionContexts()
  // a user may click before the list has the details
  const loaded = useLoaded(
    $((signal: AbortSignal) =>
      row.details === null ? readIamRow(row.kind, row.key, contextId, signal) : Promise.resolve(row)
    )
  )
  if (!isHolder(row.kind)) return null
  const { kind } = row
  const details = row.details ?? loaded.value?.details ?? null
  const with_ =
    details === null
      ? []
      : [
          ...(details.keys.length > 0
            ? [`Access keys, which stop working: ${list(details.keys.map(({ access_key }) => access_key))}`]
            : []),
          ...(details.groups.length > 0 ? [`Membership of ${list(details.groups)}`] : []),
          ...(details.members.length > 0 ? [`Members, who lose what it gives: ${list(details.members)}`] : []),
          ...(details.inline.length > 0 ? [`Inline policies with their documents: ${list(details.inline)}`] : []),
          ...(details.attached.length > 0 ? [`Attachments of ${list(details.attached.map((one) => one.name))}`] : [])
        ]
  const query = { confirm_name: name }
  return (
    <div class="grid gap-3">
      <p>
        {kind === "users"
          ? "Whoever acts as this IAM user is refused from now on."
          : kind === "groups"
            ? "The group goes; its members stay as IAM users."
            : "Nobody can assume this role any more; sessions that were begun end by themselves."}
      </p>
      {details === null && (
        <p role="status" class="text-xs text-ink-3">
          {loaded.problem
            ? `What goes with it could not be read. ${loaded.problem.message}`
            : "What goes with it is being read…"}
        </p>
      )}
      {with_.length > 0 && (
        <ul class="grid list-disc gap-1 ps-5" aria-label="What goes with it">
          {with_.map((line) => (
            <li key={line} class="break-words">
              {line}
            </li>
          ))}
        </ul>
      )}
      <CopyAs
        commands={[
          ...(details !== null && with_.length === 0
            ? holderCommand(contexts.current?.endpoint_url ?? "", "delete-%", { kind, name })
            : []),
          kind === "users"
            ? commandIn({ contextId }, "DELETE /api/manager/iam/users/:user_name", {
                params: { user_name: name },
                query
              })
            : kind === "groups"
              ? commandIn({ contextId }, "DELETE /api/manager/iam/groups/:group_name", {
                  params: { group_name: name },
                  query
                })
              : commandIn({ contextId }, "DELETE /api/manager/iam/roles/:role_name", {
                  params: { role_name: name },
                  query
                })
        ]}
        about={`deletes ${name}`}
      />
    </div>
  )
})

const removed = ({ contextId, name, row }: DeletionTarget): Promise<unknown> => {
  const query = { confirm_name: name }
  return row.kind === "users"
    ? callIn({ contextId }, "DELETE /api/manager/iam/users/:user_name", { params: { user_name: name }, query })
    : row.kind === "groups"
      ? callIn({ contextId }, "DELETE /api/manager/iam/groups/:group_name", { params: { group_name: name }, query })
      : callIn({ contextId }, "DELETE /api/manager/iam/roles/:role_name", { params: { role_name: name }, query })
}

const Facts = component$<{ readonly row: IamRow; readonly contextId: string; readonly endpoint: string }>(
  ({ contextId, endpoint, row }) => (
    <div class="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <dl class="facts">
        <dt>ARN</dt>
        <dd class="font-mono text-xs break-all">{row.arn} </dd>
        {row.path !== null && (
          <>
            <dt>Path</dt>
            <dd class="font-mono text-xs break-all">{row.path}</dd>
          </>
        )}
        {row.id !== null && (
          <>
            <dt>Id</dt>
            <dd class="font-mono text-xs break-all">{row.id}</dd>
          </>
        )}
        {row.kind !== "policies" && row.kind !== "groups" && (
          <>
            <dt>Made</dt>
            <dd>{row.created_at === null ? "not known" : dateTime(row.created_at)}</dd>
          </>
        )}
        {row.kind === "roles" && (
          <>
            <dt>Description</dt>
            <dd class="break-words">{row.description || "none"}</dd>
          </>
        )}
        {row.max_session_seconds !== null && (
          <>
            <dt>Session</dt>
            <dd>{Math.round(row.max_session_seconds / 60)} min at most</dd>
          </>
        )}
      </dl>
      <div class="flex flex-wrap gap-2">
        <CopyButton text={row.arn} label="Copy ARN" />
      </div>
      {row.trust_policy !== null && (
        <section class="min-w-0" aria-label="Who may assume it">
          <div class="mb-1 flex items-center gap-2">
            <h3 class="flex-1 font-medium">Who may assume it</h3>
            <NavLink href={trustHref({ contextId, name: row.name })} class="btn btn-secondary">
              <Icon name="pencil" /> Change
            </NavLink>
          </div>
          <pre
            class="max-h-64 overflow-auto rounded-ctl bg-sunken p-2 font-mono text-2xs"
            tabIndex={0}
            aria-label="Trust policy"
          >
            {formatted(row.trust_policy)}
          </pre>
        </section>
      )}
      {isHolder(row.kind) && (
        <CopyAs
          commands={[
            ...holderCommand(endpoint, "get-%", { kind: row.kind, name: row.name }),
            commandIn({ contextId }, "POST /api/manager/iam/details/:entity", {
              params: { entity: row.kind },
              body: { names: [row.name] }
            })
          ]}
          about={`reads ${row.name}`}
        />
      )}
    </div>
  )
)

export const IamPanel = component$<PanelProps<IamRow>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  const contextId = contexts.current?.id ?? ""
  const endpoint = contexts.current?.endpoint_url ?? ""
  const url = useUrlState(IN_ADDRESS)
  const tab = useSignal(url.tab)
  const editing = useEditing<IamRow>()
  useVisibleTask$(
    ({ track }) => {
      tab.value = track(() => url.tab)
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      url.tab = track(() => tab.value)
    },
    { strategy: "document-ready" }
  )
  const loaded = useLoaded(
    $(async (signal: AbortSignal) => {
      const context = contexts.current?.id ?? ""
      const refreshed = await readIamRow(row.kind, row.key, context, signal)
      if (JSON.stringify(refreshed) !== JSON.stringify(row)) {
        cacheRow(refreshed, context)
        listing.table.handle.value?.reload()
      }
      return refreshed
    })
  )
  const touched$ = $(() => reload(loaded))
  const remove = useAction({
    run$: $((subject: DeletionTarget) => removed(subject)),
    after$: $((_: unknown, { row: deleted }: DeletionTarget) => {
      dropIamRow(deleted.kind, deleted.key)
      changed(listing, "")
    }),
    again$: $(async ({ contextId, row: { key, kind } }: DeletionTarget): Promise<DeletionTarget | null> => {
      const now = await orGone(readIamRow(kind, key, contextId))
      if (now === null) {
        dropIamRow(kind, key)
        changed(listing, "")
        return null
      }
      return { id: now.key, name: now.name, row: now, contextId }
    }),
    toast$: $((_: unknown, { name }: DeletionTarget) => ({ text: `${name} is deleted` }))
  })
  const texts = IAM_KIND_WORDS[row.kind]
  const displayed = loaded.value ?? row
  const { details } = displayed
  const holder: Holder = { kind: row.kind as HolderKind, name: row.name, contextId }
  // separate constants: the optimizer treats properties of a plain object as constant, and they would not update
  const [keys, groups, members, attached] = [
    details?.keys ?? NONE,
    details?.groups ?? NONE,
    details?.members ?? NONE,
    details?.attached ?? NONE
  ]
  const current = validTab(TABS[row.kind], tab.value)
  return (
    <Panel
      kind={texts.one.charAt(0).toUpperCase() + texts.one.slice(1)}
      title={row.name}
      onClose$={$(() => openRow(listing, ""))}
    >
      {isHolder(row.kind) && (
        <div class="mb-4 border-b border-line">
          <Tabs id="iam-tabs" label={`About ${row.name}`} tabs={TABS[row.kind]} current={tab} />
        </div>
      )}
      <div
        role={isHolder(row.kind) ? "tabpanel" : undefined}
        id="iam-tabs-panel"
        aria-labelledby={isHolder(row.kind) ? `iam-tabs-${current}` : undefined}
        data-testid={`iam-${current}`}
      >
        {current === "overview" && <Facts row={displayed} contextId={contextId} endpoint={endpoint} />}
        {row.kind === "policies" && <HoldersPanel arn={row.arn} contextId={contextId} />}
        {current !== "overview" && current !== "access" && current !== "try" && (
          <>
            {loaded.problem && (
              <div class="mb-3 grid justify-items-center">
                <ErrorState title="What belongs to it could not be read" problem={loaded.problem} onRetry$={touched$} />
              </div>
            )}
            {details?.fault && (
              <p class="alert alert-warn mb-3" role="status">
                <Icon name="triangle-alert" />
                <span>{details.fault}</span>
              </p>
            )}
            {details === null && !loaded.problem && (
              <div class="grid gap-3" role="status" aria-label="Loading">
                {[0, 1, 2].map((line) => (
                  <span key={line} class="skeleton block h-8" />
                ))}
              </div>
            )}
          </>
        )}
        {details !== null && current === "keys" && <KeysPanel holder={holder} keys={keys} touched$={touched$} />}
        {details !== null && current === "groups" && (
          <MembersPanel holder={holder} others={groups} touched$={touched$} />
        )}
        {details !== null && current === "members" && (
          <MembersPanel holder={holder} others={members} touched$={touched$} />
        )}
        {details !== null && current === "policies" && (
          <PoliciesPanel holder={holder} attached={attached} touched$={touched$} />
        )}
        {current === "try" && (
          <AssumePanel holder={holder} arn={row.arn} longest={displayed.max_session_seconds ?? 3600} />
        )}
        {current === "access" && <AccessPanel holder={holder} arn={row.arn} />}
      </div>
      {isHolder(row.kind) && (
        <div q:slot="actions" class="contents">
          <button
            type="button"
            class="btn btn-secondary flex-1"
            onClick$={() => {
              editing.value = { row: displayed, name: displayed.name }
            }}
          >
            <Icon name="pencil" /> {row.kind === "roles" ? "Change" : "Rename or move"}
          </button>
          <ActionButton
            action={remove}
            on={{ id: displayed.key, name: displayed.name, row: displayed, contextId }}
            asks
            label="Delete"
            named={`Delete ${row.name}`}
            icon="trash-2"
            class="btn-secondary text-danger flex-1"
          />
        </div>
      )}
      <ConfirmDialog
        action={remove}
        id="iam-delete"
        title="Delete"
        named
        button={`Delete ${texts.one}`}
        typed="name"
        about={DeleteText}
      />
      <CreateDialog kind={row.kind} open={editing} listing={listing} />
    </Panel>
  )
})
