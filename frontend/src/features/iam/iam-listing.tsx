import { $, component$, noSerialize, type NoSerialize, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { ProblemError } from "~/client/problem-error"
import { useEditing } from "~/components/action"
import { type Beginning, Listing, useListing } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { LiveLine } from "~/features/buckets/live-rows/live-line"
import { readOn } from "~/features/buckets/live-rows/live-rows"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { IAM_COLUMNS } from "./columns"
import { CreateDialog } from "./create-dialog"
import { type IamKind, type IamRow, isHolder, IAM_KIND_WORDS } from "./entity"
import { IamPanel } from "./iam-panel"
import { meansNoIam } from "./no-iam"
import { readIamRow } from "./reading"
import { waitForIamRows, useIamReading, useIamRows } from "./use-iam-rows"
import { WhereIam } from "./where-iam"

const HOLDER_FILTERS = [
  { kind: "boolean", name: "idle", of: "idle", label: "Use", yes: "Unused", no: "In use" }
] as const
const SEARCH: Readonly<Record<IamKind, { readonly label: string; readonly fields: ReadonlyArray<string> }>> = {
  users: { label: "Search names, paths, groups and policies", fields: ["name", "path", "groups", "policies"] },
  groups: { label: "Search names, paths and policies", fields: ["name", "path", "policies"] },
  roles: { label: "Search names, paths and policies", fields: ["name", "path", "description", "policies"] },
  policies: { label: "Search policies", fields: ["name", "arn"] }
}

const IamListing = component$<{
  readonly kind: IamKind
  readonly refused: Signal<NoSerialize<ProblemError> | undefined>
}>(({ kind, refused }) => {
  const contexts = useExecutionContexts()
  const texts = IAM_KIND_WORDS[kind]
  const creating = useEditing<IamRow>()
  const reading = useIamReading()
  const begin: ReadonlyArray<Beginning> =
    kind === "policies"
      ? []
      : [
          {
            intent: "create",
            label: `Create ${texts.one}`,
            icon: "plus",
            opens: kind === "roles" ? "/manager/iam/roles/new" : creating
          }
        ]
  const listing = useListing(IAM_COLUMNS[kind], {
    id: `iam-${kind}`,
    title: texts.title,
    noun: { one: texts.one, many: texts.many },
    rowKey: "key",
    sort: "name",
    search: SEARCH[kind].label,
    searchIn: SEARCH[kind].fields,
    ...(isHolder(kind) ? { filters: HOLDER_FILTERS } : {}),
    whole$: $(
      ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<IamRow>> =>
        import.meta.env.SSR ? Promise.resolve([]) : waitForIamRows(kind, contexts.current?.id ?? "", reading, signal)
    ),
    one$: $((key: string, signal: AbortSignal) => readIamRow(kind, key, contexts.current?.id ?? "", signal)),
    begin,
    empty: { icon: texts.icon, ...texts.empty }
  })
  useIamRows(kind, listing.table, reading)
  useVisibleTask$(
    ({ track }) => {
      const problem = track(() => listing.table.problem.value)
      if (problem !== undefined && meansNoIam(problem)) refused.value = noSerialize(problem)
    },
    { strategy: "document-ready" }
  )
  return (
    <Listing listing={listing} panel={IamPanel} ownRefresh>
      <NavLink q:slot="header" class="btn btn-secondary" href="/manager/iam/unused">
        <Icon name="radar" /> Unused
      </NavLink>
      <button
        q:slot="header"
        type="button"
        class="btn btn-secondary btn-icon"
        aria-label="Refresh"
        onClick$={() => readOn(reading, true)}
      >
        <Icon name="refresh-cw" />
      </button>
      {isHolder(kind) && (
        <span q:slot="filters" class="contents">
          <LiveLine live={reading} noun={texts.many} once />
        </span>
      )}
      <CreateDialog kind={kind} open={creating} listing={listing} />
    </Listing>
  )
})

export const IamPage = component$<{ readonly kind: IamKind }>(({ kind }) => {
  const refused = useSignal<NoSerialize<ProblemError>>()
  return (
    <WhereIam title={IAM_KIND_WORDS[kind].title} refused={refused}>
      <IamListing kind={kind} refused={refused} />
    </WhereIam>
  )
})
