import type { QRL, Signal } from "@builder.io/qwik"
import type { IconName } from "~/lib/icon-names"
import type { FilterValues, Filter } from "../filters/filter"
import type { ViewStore } from "../filters/view-store"
import type { CursorQuery, Noun, OffsetQuery, Row, Staleness } from "../resource-table"
import type { AllRows } from "./all-pages"

export interface Asking<F extends ReadonlyArray<Filter> = ReadonlyArray<Filter>> {
  readonly signal: AbortSignal
  readonly filters: FilterValues<F>
  readonly exported?: ReadonlyArray<string>
}

export interface OffsetPage<R> {
  readonly items: ReadonlyArray<R>
  readonly total: number
  readonly total_all?: number
  readonly stale?: Staleness | null
}

export interface CursorPage<R> {
  readonly items: ReadonlyArray<R>
  readonly next_cursor: string | null
}

export type Source<R extends Row, S extends string, F extends ReadonlyArray<Filter>> =
  | {
      readonly page$: QRL<(query: OffsetQuery<S>, asking: Asking<F>) => Promise<OffsetPage<R>>>
      readonly one$: QRL<(key: string, signal: AbortSignal) => Promise<R>>
    }
  | {
      readonly cursor$: QRL<(query: CursorQuery, asking: Asking<F>) => Promise<CursorPage<R>>>
      readonly one$: QRL<(key: string, signal: AbortSignal) => Promise<R>>
    }
  | {
      readonly whole$: QRL<(asking: Asking<F>) => Promise<ReadonlyArray<R>>>
      readonly searchIn: ReadonlyArray<string>
      /** For an export, where `whole$` returns only what is known so far. */
      readonly everything$?: QRL<(asking: Asking<F>) => Promise<AllRows<R>>>
      readonly one$?: QRL<(key: string, signal: AbortSignal) => Promise<R>>
    }

export interface Beginning {
  readonly intent: string
  readonly label: string
  readonly icon: IconName
  readonly menu?: { readonly label: string; readonly hint: string }
  readonly opens: Signal<object | null> | string
}

export interface ListingOptions<F extends ReadonlyArray<Filter>> {
  readonly id: string
  readonly title: string
  readonly noun: Noun
  readonly rowKey: string
  readonly sort: string
  readonly search?: string
  readonly filters?: F
  readonly begin?: ReadonlyArray<Beginning>
  readonly beginMenu?: string
  readonly empty: { readonly icon: IconName; readonly title: string; readonly text: string }
  readonly selectable?: boolean
  readonly remembered?: boolean
  readonly views?: ViewStore
  /** Address of an export by the service. Default: rows are read and written here. */
  readonly file$?: QRL<(format: "csv" | "json", search: string, asking: Pick<Asking<F>, "filters">) => Promise<string>>
}
