import { serverNow } from "~/client/server-clock"
import { relativeTime } from "./relative-time"

const integer = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })
const short = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" })
const dateTimeFormat = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" })

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" })

const UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"] as const

export const bytes = (value: number): string => {
  let scaled = value
  let unit = 0
  while (Math.round(scaled * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
    scaled /= 1024
    unit++
  }
  return `${(unit > 0 && scaled < 100 ? short : integer).format(scaled)} ${UNITS[unit]}`
}

export const int = (value: number): string => integer.format(value)

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${int(value)} ${value === 1 ? one : many}`

/** Never 100 % while something is left, never 0 % once something is there. */
export const percent = (share: number): string => {
  const rounded = Math.round(share * 100)
  return `${share < 1 && rounded >= 100 ? 99 : share > 0 && rounded <= 0 ? 1 : rounded}%`
}

export const date = (iso: string): string => day.format(new Date(iso))

export const dateTime = (iso: string): string => `${dateTimeFormat.format(new Date(iso))} UTC`

export const timeOfDay = (at: number): string => `${clock.format(at)} UTC`

export const ago = (iso: string, now: number = serverNow()): string => relativeTime(Date.parse(iso), now)
