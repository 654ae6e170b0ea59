import { component$, sync$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { dateTime } from "~/lib/format"
import { ChartTable } from "./chart-table"
import { areaPath, extremesPerPixel, linePath, nearest, type Point } from "./points"
import { domainOf, linear, timeTicks } from "./scale"
import { inUnit, ticksOf, type Unit } from "./units"

export interface Series {
  readonly name: string
  readonly points: ReadonlyArray<Point>
}

interface TimeSeriesProps {
  readonly label: string
  readonly series: ReadonlyArray<Series>
  readonly unit: Unit
  readonly area?: boolean
}

const INITIAL_WIDTH = 720
const [NARROWEST, HEIGHT, LEFT, BOTTOM] = [240, 220, 72, 24] as const
const TICK_WIDTH = 90
const MAX_TABLE_ROWS = 500

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hour12: false, timeZone: "UTC" })
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" })
const momentOf = (at: number, span: number) => (span > 2 * 86_400_000 ? day : clock).format(at)

export const TimeSeries = component$<TimeSeriesProps>(({ area, label, series, unit }) => {
  const at = useSignal(-1)
  const table = useSignal(false)
  const place = useSignal<HTMLElement>()
  const wide = useSignal<number>(INITIAL_WIDTH)
  useVisibleTask$(
    ({ cleanup, track }) => {
      const element = track(() => place.value)
      if (element === undefined) return
      const observer = new ResizeObserver(([entry]) => {
        if (entry) wide.value = Math.max(NARROWEST, Math.round(entry.contentRect.width))
      })
      observer.observe(element)
      cleanup(() => observer.disconnect())
    },
    { strategy: "document-ready" }
  )
  const moments = series[0]?.points ?? []
  const [from, to] = [moments[0]?.at ?? 0, moments.at(-1)?.at ?? 0]
  const values = ticksOf(unit, domainOf(series.flatMap(({ points }) => points.map(({ value }) => value))), 4)
  const x = linear([from, to], [LEFT, wide.value - 8])
  const y = linear([values[0] ?? 0, values.at(-1) ?? 0], [HEIGHT - BOTTOM, 8])
  const selected = moments[at.value]
  return (
    <figure class="min-w-0" data-testid="time-series">
      <figcaption class="flex flex-wrap items-center gap-3">
        <span class="font-medium">{label}</span>
        <span class="flex flex-wrap gap-3 text-xs text-ink-2">
          {series.map(({ name }, index) => (
            <span key={name} class="flex items-center gap-1">
              <svg class="chart-swatch" viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" rx="2" class={`chart-fill chart-${index}`} />
              </svg>
              {name}
            </span>
          ))}
        </span>
        <button
          type="button"
          class="btn btn-ghost btn-sm ms-auto"
          aria-pressed={table.value ? "true" : "false"}
          onClick$={() => {
            table.value = !table.value
          }}
        >
          Show as table
        </button>
      </figcaption>
      {table.value ? (
        <ChartTable
          caption={label}
          heads={["Time (UTC)", ...series.map(({ name }) => name)]}
          rows={moments
            .slice(-MAX_TABLE_ROWS)
            .map((moment, index) => [
              dateTime(new Date(moment.at).toISOString()),
              ...series.map(({ points }) => inUnit(unit, points.slice(-MAX_TABLE_ROWS)[index]?.value ?? null))
            ])}
        />
      ) : (
        <div
          ref={place}
          class="chart-focus mt-2"
          role="application"
          aria-roledescription="chart"
          aria-label={`${label}. Arrow keys read its points`}
          tabIndex={0}
          onKeyDown$={[
            sync$((event: KeyboardEvent) => {
              if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) event.preventDefault()
            }),
            (event: KeyboardEvent) => {
              const last = moments.length - 1
              const next = {
                ArrowRight: Math.min(last, at.value + 1),
                ArrowLeft: Math.max(0, at.value - 1),
                Home: 0,
                End: last,
                Escape: -1
              }[event.key]
              if (next !== undefined) at.value = next
            }
          ]}
          onBlur$={() => {
            at.value = -1
          }}
          onPointerMove$={(event, element) => {
            const { left, width } = element.getBoundingClientRect()
            const along = ((event.clientX - left) / width) * wide.value
            at.value = nearest(moments, from + ((along - LEFT) / (wide.value - 8 - LEFT)) * (to - from))
          }}
          onPointerLeave$={() => {
            at.value = -1
          }}
        >
          <svg viewBox={`0 0 ${wide.value} ${HEIGHT}`} class="chart-plot" aria-hidden="true">
            {values.map((value) => (
              <g key={value}>
                <line x1={LEFT} x2={wide.value - 8} y1={y(value)} y2={y(value)} class="chart-grid" />
                <text x={LEFT - 8} y={y(value) + 4} class="chart-tick chart-tick-end">
                  {inUnit(unit, value)}
                </text>
              </g>
            ))}
            {timeTicks(from, to, Math.max(2, Math.min(6, Math.floor((wide.value - LEFT) / TICK_WIDTH)))).map(
              (moment) => (
                <text
                  key={moment}
                  x={x(moment)}
                  y={HEIGHT - 6}
                  class={["chart-tick", `chart-tick-${x(moment) > wide.value - TICK_WIDTH / 3 ? "end" : "middle"}`]}
                >
                  {momentOf(moment, to - from)}
                </text>
              )
            )}
            {area && series[0] && (
              <path
                d={areaPath(extremesPerPixel(series[0].points, wide.value), x, y, HEIGHT - BOTTOM)}
                class="chart-area chart-0"
              />
            )}
            {series.map(({ name, points }, index) => (
              <path
                key={name}
                d={linePath(extremesPerPixel(points, wide.value), x, y)}
                class={`chart-stroke chart-${index}`}
              />
            ))}
            {selected && (
              <line x1={x(selected.at)} x2={x(selected.at)} y1="8" y2={HEIGHT - BOTTOM} class="chart-cursor" />
            )}
          </svg>
        </div>
      )}
      <p class="mt-1 min-h-4 text-xs text-ink-2" role="status" data-testid="chart-reading">
        {selected
          ? `${dateTime(new Date(selected.at).toISOString())}: ` +
            `${series.map(({ name, points }) => `${name} ${inUnit(unit, points[at.value]?.value ?? null)}`).join(", ")}`
          : ""}
      </p>
    </figure>
  )
})
