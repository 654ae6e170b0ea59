import { useVisibleTask$ } from "@builder.io/qwik"
import { followIn } from "~/client/sse"
import type { Table } from "~/components/resource-table"
import { forgetLateCells, putLateCells } from "~/components/resource-table/late-columns"
import { useScope } from "~/lib/scope"

export const visibleFeatures = (hidden: Readonly<Record<string, boolean>>): string =>
  Object.entries(hidden)
    .flatMap(([key, isHidden]) => (key.startsWith("features.") && !isHidden ? [key.slice("features.".length)] : []))
    .sort()
    .join(",")

export const includedIn = (exported: ReadonlyArray<string> | undefined): { readonly include?: string } => {
  const features = (exported ?? []).flatMap((key) =>
    key.startsWith("features.") ? [key.slice("features.".length)] : []
  )
  return features.length === 0 ? {} : { include: features.join(",") }
}

export const useFeatureColumns = (table: Table): void => {
  const scope = useScope()
  useVisibleTask$(
    ({ cleanup, track }) => {
      const here = track(() => table.state.scope)
      const include = track(() => visibleFeatures(table.state.hiddenColumns))
      if (here === null || include === "") return
      const controller = new AbortController()
      cleanup(() => controller.abort())
      forgetLateCells(table)
      void followIn(
        scope,
        "GET /api/manager/buckets/features/stream",
        { query: { include }, signal: controller.signal },
        {
          onFrame: ({ data, event }) => {
            if (event === "rows")
              putLateCells(table, "features", new Map(data.rows.map(({ features, name }) => [name, features])))
          }
        }
      )
    },
    { strategy: "document-ready" }
  )
}
