import { component$, sync$, useSignal } from "@builder.io/qwik"
import { int, percent } from "~/lib/format"
import type { Part, Shares } from "./shares"
import { inUnit, type Unit } from "./units"

interface ShareChartProps {
  readonly label: string
  readonly shares: Shares
  readonly unit: Unit
  readonly noun: { readonly one: string; readonly many: string }
}

const WIDTH = 1000
const GAP = 2

const nameOf = (part: Part & { readonly count?: number }, noun: ShareChartProps["noun"]): string =>
  part.count === undefined ? part.name : `${int(part.count)} other ${part.count === 1 ? noun.one : noun.many}`

const Bar = (props: { readonly part: Part; readonly color: string; readonly at: number; readonly dim: boolean }) => (
  <rect
    data-at={props.at}
    x={Math.round(props.part.start * WIDTH * 10) / 10}
    y="0"
    width={Math.max(0.5, Math.round((props.part.share * WIDTH - GAP) * 10) / 10)}
    height="24"
    class={`chart-fill ${props.color}${props.dim ? " chart-dim" : ""}`}
  />
)

export const ShareChart = component$<ShareChartProps>(({ label, noun, shares, unit }) => {
  const at = useSignal(-1)
  const all: ReadonlyArray<Part & { readonly count?: number }> = shares.other
    ? [...shares.parts, shares.other]
    : shares.parts
  const colorOf = (index: number) => (index === shares.parts.length ? "chart-other" : `chart-${index}`)
  const selected = all[at.value]
  return (
    <div data-testid="share-chart">
      <div
        class="chart-focus"
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}: ${inUnit(unit, shares.total)} in all. Arrow keys read its parts`}
        tabIndex={0}
        onKeyDown$={[
          sync$((event: KeyboardEvent) => {
            if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) event.preventDefault()
          }),
          (event: KeyboardEvent) => {
            const last = all.length - 1
            const to = {
              ArrowRight: Math.min(last, at.value + 1),
              ArrowLeft: Math.max(0, at.value - 1),
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
        onPointerMove$={(event) => {
          const place = event.target instanceof Element ? event.target.getAttribute("data-at") : null
          at.value = place === null ? -1 : Number(place)
        }}
        onPointerLeave$={() => {
          at.value = -1
        }}
      >
        <svg class="chart-bar" viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" aria-hidden="true">
          <rect x="0" y="0" width={WIDTH} height="24" class="chart-rest" />
          {all.map((part, index) => (
            <Bar key={index} at={index} part={part} color={colorOf(index)} dim={at.value >= 0 && at.value !== index} />
          ))}
        </svg>
      </div>
      <p class="mt-1 min-h-4 text-xs text-ink-2 wrap-anywhere" role="status" data-testid="chart-reading">
        {selected
          ? `${nameOf(selected, noun)}: ${percent(selected.share)} of all, ${inUnit(unit, selected.value)}`
          : ""}
      </p>
      <ul class="mt-2 grid gap-3" aria-label={label}>
        {all.map((part, index) => (
          <li key={`${index}-${part.name}`} data-testid="chart-part">
            <span class="flex flex-wrap items-baseline gap-x-3">
              <span class="flex min-w-0 flex-1 basis-40 items-baseline gap-2">
                <svg class="chart-swatch" viewBox="0 0 10 10" aria-hidden="true">
                  <rect width="10" height="10" rx="2" class={`chart-fill ${colorOf(index)}`} />
                </svg>
                <span class="min-w-0 font-medium wrap-anywhere">{nameOf(part, noun)}</span>
              </span>
              <span class="num ms-auto whitespace-nowrap text-ink-2">
                <span class="text-ink">{percent(part.share)}</span> · {inUnit(unit, part.value)}
              </span>
            </span>
            <svg class="chart-line mt-1" viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={WIDTH} height="6" class="chart-rest" />
              <rect
                width={Math.round(part.share * WIDTH * 10) / 10}
                height="6"
                class={`chart-fill ${colorOf(index)}`}
              />
            </svg>
          </li>
        ))}
      </ul>
    </div>
  )
})
