import { component$, sync$, useSignal } from "@builder.io/qwik"
import { ChartTable } from "./chart-table"

export interface DayBar {
  readonly day: string
  readonly share: number | null
  readonly label: string
}

interface DayBarsProps {
  readonly label: string
  readonly days: ReadonlyArray<DayBar>
}

const [STEP, HEIGHT] = [10, 40] as const
const MIN_OUTAGE_HEIGHT = 8

export const DayBars = component$<DayBarsProps>(({ days, label }) => {
  const at = useSignal(-1)
  const table = useSignal(false)
  const selected = days[at.value]
  return (
    <figure class="min-w-0" data-testid="day-bars">
      <figcaption class="flex flex-wrap items-center gap-3">
        <span class="font-medium">{label}</span>
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
        <div class="mt-2 max-h-80 overflow-y-auto" tabIndex={0} role="region" aria-label={`${label}, table`}>
          <ChartTable
            caption={label}
            heads={["Day (UTC)", "Checks"]}
            rows={days.toReversed().map(({ day, label }) => [day, label])}
          />
        </div>
      ) : (
        <div
          class="chart-focus mt-2"
          role="application"
          aria-roledescription="chart"
          aria-label={`${label}. Arrow keys read its days`}
          tabIndex={0}
          onKeyDown$={[
            sync$((event: KeyboardEvent) => {
              if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) event.preventDefault()
            }),
            (event: KeyboardEvent) => {
              const last = days.length - 1
              const from = at.value < 0 ? days.length : at.value
              const to = {
                ArrowRight: Math.min(last, at.value + 1),
                ArrowLeft: Math.max(0, from - 1),
                Home: 0,
                End: last,
                Escape: -1
              }[event.key]
              if (to !== undefined) at.value = to
            }
          ]}
          onBlur$={() => {
            at.value = -1
          }}
          onPointerMove$={(event, element) => {
            const { left, width } = element.getBoundingClientRect()
            at.value = Math.max(
              0,
              Math.min(days.length - 1, Math.floor(((event.clientX - left) / width) * days.length))
            )
          }}
          onPointerLeave$={() => {
            at.value = -1
          }}
        >
          <svg
            class="chart-days"
            viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {days.map(({ day, share }, index) => {
              const outageHeight =
                share === null || share === 1 ? 0 : Math.max(MIN_OUTAGE_HEIGHT, Math.round((1 - share) * HEIGHT))
              return (
                <g key={day} class={at.value >= 0 && at.value !== index ? "chart-dim" : ""}>
                  {share === null ? (
                    <rect x={index * STEP + 1} y={HEIGHT - 6} width={STEP - 2} height="6" class="chart-unknown" />
                  ) : (
                    <rect
                      x={index * STEP + 1}
                      y={outageHeight}
                      width={STEP - 2}
                      height={HEIGHT - outageHeight}
                      class="chart-well"
                    />
                  )}
                  {outageHeight > 0 && (
                    <rect
                      x={index * STEP + 1}
                      y="0"
                      width={STEP - 2}
                      height={Math.max(4, outageHeight - 2)}
                      class="chart-lost"
                    />
                  )}
                </g>
              )
            })}
          </svg>
        </div>
      )}
      <p class="mt-1 min-h-4 text-xs text-ink-2" role="status" data-testid="chart-reading">
        {selected ? `${selected.day}: ${selected.label}` : ""}
      </p>
    </figure>
  )
})
