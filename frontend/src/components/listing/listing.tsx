import { $, type Component, component$, type JSXChildren, Slot } from "@builder.io/qwik"
import { type ListQuery, type Reading, ResourceTable, type Row } from "../resource-table"
import { Icon } from "../ui/icon"
import { ListingPage, PageHeader } from "../ui/page-header"
import { EmptyState } from "../ui/states"
import { BeginButtons, BeginMenu } from "./begin-buttons"
import { FilterBar } from "../filters/filter-bar"
import { isNarrowed } from "../resource-table/selection"
import { shareText } from "../resource-table/count-text"
import { ExportMenu } from "./export-menu"
import { PanelPlace } from "./panel-place"
import type { Filter } from "../filters/filter"
import { type Listing as Declared, type PanelProps, readPage, scopeOfListing } from "./use-listing"

interface ListingProps<R extends Row> {
  readonly listing: Declared<R>
  readonly panel: Component<PanelProps<R>>
  readonly ownRefresh?: boolean
  /** Nothing is read yet, and nothing can be begun. */
  readonly waits?: boolean
  readonly children?: JSXChildren
}

const NONE: ReadonlyArray<Filter> = []

type Frame = Omit<ListingProps<Row>, "children">

const ListingFrame = component$<Frame>(({ listing, ownRefresh, panel, waits }) => {
  const { columns, options, table } = listing
  const begin = options.begin ?? []
  const scope = waits ? null : scopeOfListing(listing)
  return (
    <ListingPage>
      <PageHeader title={options.title} count={shareText(table.state, isNarrowed(table)) || undefined}>
        <Slot name="header" />
        {!ownRefresh && (
          <button
            type="button"
            class="btn btn-secondary btn-icon"
            aria-label="Refresh"
            onClick$={() => table.handle.value?.reload()}
          >
            <Icon name="refresh-cw" />
          </button>
        )}
        <ExportMenu listing={listing} />
        {options.beginMenu ? (
          <BeginMenu id={`${options.id}-begin`} label={options.beginMenu} begin={begin} />
        ) : (
          <BeginButtons begin={begin} disabled={scope === null} />
        )}
      </PageHeader>
      <Slot name="above" />
      <ResourceTable
        table={table}
        label={options.title}
        noun={options.noun}
        columns={columns}
        rowKey={options.rowKey}
        selectable={options.selectable ?? false}
        scope={scope}
        {...(options.search === undefined ? {} : { searchLabel: options.search })}
        fetch$={$((query: ListQuery, reading: Reading) => readPage(listing, query, reading))}
      >
        <div q:slot="filters" class="rt-filter-row">
          <FilterBar
            table={table}
            filters={options.filters ?? NONE}
            columns={columns}
            remembered={options.remembered ?? false}
            views={options.views}
          />
          <Slot name="filters" />
        </div>
        <span q:slot="bulk" class="contents">
          <Slot name="bulk" />
        </span>
        <div q:slot="empty">
          <EmptyState icon={options.empty.icon} title={options.empty.title} text={options.empty.text}>
            <BeginButtons begin={begin} />
          </EmptyState>
        </div>
      </ResourceTable>
      <PanelPlace q:slot="panel" listing={listing} panel={panel} />
      <Slot />
    </ListingPage>
  )
})

/** Inline, so that rows keep their type. Slots: `header` before the buttons, `above` the table, `bulk`, `filters`. */
export const Listing = <R extends Row>({ children, listing, panel, ...props }: ListingProps<R>) => (
  <ListingFrame listing={listing as unknown as Declared<Row>} panel={panel as Frame["panel"]} {...props}>
    {children}
  </ListingFrame>
)
