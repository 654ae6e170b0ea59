import { bytes, int, percent } from "~/lib/format"

export interface ClassBar {
  readonly name: string
  readonly note?: string | undefined
  readonly bytes: number
  readonly count: number
}

interface ClassBarsProps {
  readonly caption: string
  readonly head: string
  readonly bars: ReadonlyArray<ClassBar>
  readonly counts: string
  readonly sizes?: string
}

const WIDTH = 1000

export const ClassBars = (props: ClassBarsProps) => {
  const totalBytes = props.bars.reduce((sum, bar) => sum + bar.bytes, 0)
  return (
    <table class="w-full self-start" data-testid="class-bars">
      <caption class="mb-1 text-start font-medium">{props.caption}</caption>
      <thead class="text-xs text-ink-3">
        <tr>
          <th scope="col" class="py-1 text-start font-medium">
            {props.head}
          </th>
          <th scope="col" class="ps-3 text-end font-medium">
            {props.counts}
          </th>
          <th scope="col" class="ps-3 text-end font-medium">
            {props.sizes ?? "Size"}
          </th>
          <th scope="col" class="w-12 ps-2 text-end font-medium">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {props.bars.map((bar) => {
          const share = totalBytes === 0 ? 0 : bar.bytes / totalBytes
          return (
            <tr key={`${bar.name}\n${bar.note ?? ""}`} class="border-t border-line align-top">
              <th scope="row" class="w-1/2 py-1.5 text-start font-normal wrap-anywhere">
                {bar.name}
                {bar.note && <span class="block text-xs text-ink-3">{bar.note}</span>}
                <svg class="chart-line mt-1" viewBox={`0 0 ${WIDTH} 6`} preserveAspectRatio="none" aria-hidden="true">
                  <rect width={WIDTH} height="6" class="chart-rest" />
                  <rect width={Math.round(share * WIDTH)} height="6" class="chart-fill chart-0" />
                </svg>
              </th>
              <td class="num py-1.5 ps-3 text-end whitespace-nowrap text-ink-2">{int(bar.count)}</td>
              <td class="num py-1.5 ps-3 text-end whitespace-nowrap">{bytes(bar.bytes)}</td>
              <td class="num py-1.5 ps-2 text-end whitespace-nowrap text-ink-2">{percent(share)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
