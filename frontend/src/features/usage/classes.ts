import type { ClassBar } from "~/components/chart/class-bars"
import { bytes } from "~/lib/format"
import { visible } from "~/lib/visible"
import type { UsageContents } from "./usage"

const day = (days: number): string => (days === 365 ? "a year" : days === 1 ? "1 day" : `${days} days`)

export const sizeName = (from: number, below: number | null): string =>
  below === null
    ? `${bytes(from)} and more`
    : from === 0
      ? `Below ${bytes(below)}`
      : `${bytes(from)} to ${bytes(below)}`

export const ageName = (from: number, below: number | null): string =>
  below === null
    ? `Longer than ${day(from)}`
    : from === 0
      ? `Less than ${day(below)}`
      : below === 365
        ? `${day(from)} to a year`
        : `${from} to ${below} days`

export const classesOf = ({
  ages,
  size_classes,
  storage_classes
}: UsageContents): ReadonlyArray<{
  readonly caption: string
  readonly head: string
  readonly bars: ReadonlyArray<ClassBar>
}> => [
  {
    caption: "By size",
    head: "Size of an object",
    bars: size_classes.map(({ below_bytes, bytes: size, count, from_bytes }) => ({
      name: sizeName(from_bytes, below_bytes),
      bytes: size,
      count
    }))
  },
  {
    caption: "By age",
    head: "Last written",
    bars: ages.map(({ below_days, bytes: size, count, from_days }) => ({
      name: ageName(from_days, below_days),
      bytes: size,
      count
    }))
  },
  {
    caption: "By storage class",
    head: "Storage class",
    bars: storage_classes.map(({ bytes: size, count, storage_class }) => ({
      name: visible(storage_class),
      bytes: size,
      count
    }))
  }
]
