import { component$, type QRL, sync$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { treemap } from "./treemap"

export interface TreemapPart {
  readonly name: string
  readonly value: number
  readonly label: string
  readonly key: string | null
  readonly rest?: boolean
}

interface TreemapProps {
  readonly label: string
  readonly parts: ReadonlyArray<TreemapPart>
  readonly onOpen$: QRL<(key: string) => void>
}

const WIDTH = 640
const GAP = 2
const LETTER_WIDTH = 7
const NAME_PADDING = 12
const COLORS = 10

const heightFor = (width: number) => Math.round(Math.min(360, Math.max(200, width / 2.2)))

const cut = (name: string, width: number, height: number): string => {
  const letters = Math.floor((width - NAME_PADDING) / LETTER_WIDTH)
  if (height < 22 || letters < 3) return ""
  return name.length <= letters ? name : `${name.slice(0, letters - 1)}…`
}

export const TreemapChart = component$<TreemapProps>(({ label, onOpen$, parts }) => {
  const at = useSignal(-1)
  const width = useSignal(WIDTH)
  const figure = useSignal<HTMLElement>()
  useVisibleTask$(
    ({ cleanup }) => {
      if (!figure.value) return
      const observer = new ResizeObserver(([entry]) => {
        width.value = Math.max(120, Math.round(entry?.contentRect.width ?? WIDTH))
      })
      observer.observe(figure.value)
      cleanup(() => observer.disconnect())
    },
    { strategy: "document-ready" }
  )
  const height = heightFor(width.value)
  const tiles = treemap(
    parts.map(({ value }) => value),
    width.value,
    height
  )
  const selected = parts[at.value]
  return (
    <div ref={figure} class="min-w-0" data-testid="treemap">
      <div
        class="chart-focus"
        role="application"
        aria-roledescription="treemap"
        aria-label={`${label}. Arrow keys read its parts, Enter opens one`}
        tabIndex={0}
        onKeyDown$={[
          sync$((event: KeyboardEvent) => {
            if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key))
              event.preventDefault()
          }),
          (event: KeyboardEvent) => {
            const last = tiles.length - 1
            const now = tiles.findIndex((tile) => tile.at === at.value)
            const next = Math.min(last, now + 1)
            const before = Math.max(0, now - 1)
            const to = {
              ArrowRight: next,
              ArrowDown: next,
              ArrowLeft: before,
              ArrowUp: before,
              Home: 0,
              End: last,
              Escape: -1
            }[event.key]
            if (to !== undefined) at.value = tiles[to]?.at ?? -1
            const key = parts[at.value]?.key
            if (event.key === "Enter" && key !== null && key !== undefined) void onOpen$(key)
          }
        ]}
        onBlur$={() => {
          at.value = -1
        }}
        onPointerMove$={(event) => {
          const place =
            event.target instanceof Element
              ? (event.target.closest("[data-at]")?.getAttribute("data-at") ?? null)
              : null
          at.value = place === null ? -1 : Number(place)
        }}
        onPointerLeave$={() => {
          at.value = -1
        }}
        onClick$={(event) => {
          const place =
            event.target instanceof Element
              ? (event.target.closest("[data-at]")?.getAttribute("data-at") ?? null)
              : null
          const key = place === null ? null : (parts[Number(place)]?.key ?? null)
          if (key !== null) void onOpen$(key)
        }}
      >
        <svg
          class="block w-full"
          viewBox={`0 0 ${width.value} ${height}`}
          width={width.value}
          height={height}
          aria-hidden="true"
        >
          {tiles.map((tile) => {
            const part = parts[tile.at]
            if (part === undefined) return null
            return (
              <g key={`${tile.at} ${part.name}`} data-at={tile.at} class={part.key !== null ? "cursor-pointer" : ""}>
                <rect
                  x={tile.x}
                  y={tile.y}
                  width={Math.max(1, tile.width - GAP)}
                  height={Math.max(1, tile.height - GAP)}
                  rx="3"
                  fill-opacity="0.3"
                  class={[
                    "chart-fill",
                    at.value >= 0 && at.value !== tile.at && "chart-dim",
                    part.rest ? "chart-other" : `chart-${tile.at % COLORS}`
                  ]}
                />
                <text x={tile.x + 6} y={tile.y + 16} fill="currentColor" font-size="12" pointer-events="none">
                  {cut(part.name, tile.width, tile.height)}
                </text>
              </g>
            )
          })}
        </svg>
      </div>
      <p class="mt-1 min-h-4 text-xs text-ink-2 wrap-anywhere" role="status" data-testid="chart-reading">
        {selected ? `${selected.name}: ${selected.label}` : ""}
      </p>
    </div>
  )
})
