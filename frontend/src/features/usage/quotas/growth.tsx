import { component$ } from "@builder.io/qwik"
import { bytes, int } from "~/lib/format"
import type { Forecast } from "./forecast-text"

type Growth = Forecast["bytes_per_day"]

const signed = (value: number, amount: (value: number) => string): string =>
  value < 0 ? `−${amount(-value)}` : value > 0 ? `+${amount(value)}` : amount(0)

const growthText = (growth: Growth | undefined, amount: (value: number) => string): string =>
  growth === null || growth === undefined
    ? "unknown"
    : `${signed(growth.likely, amount)} a day (${signed(growth.low, amount)} to ${signed(growth.high, amount)})`

export const GrowthFacts = component$<{ readonly forecast: Forecast | null }>(({ forecast }) => (
  <>
    <dt>Growth of size</dt>
    <dd>{growthText(forecast?.bytes_per_day, (value) => bytes(Math.round(value)))}</dd>
    <dt>Growth of objects</dt>
    <dd>{growthText(forecast?.objects_per_day, (value) => int(Math.round(value)))}</dd>
  </>
))
