import { bytes, int } from "~/lib/format"
import { type Choice, type Filter, LATEST_PERIODS } from "./filter"
import { listedTexts, readRules } from "./rules-text"

const ends = (
  text: string,
  show: (end: string) => string,
  words: { readonly both: string; readonly least: string; readonly most: string }
): string => {
  const [from = "", until = ""] = text.split("..")
  if (from !== "" && until !== "") return from === until ? show(from) : `${show(from)} ${words.both} ${show(until)}`
  return from === "" ? `${words.most} ${show(until)}` : `${words.least} ${show(from)}`
}

const AMOUNTS = { both: "to", least: "at least", most: "at most" }
const DAYS = { both: "to", least: "since", most: "until" }

export const filterWords = (filter: Filter, text: string, offered: ReadonlyArray<Choice> = []): string => {
  switch (filter.kind) {
    case "choice":
      return filter.options
        .filter(({ value }) => text.split(",").includes(value))
        .map(({ label }) => label)
        .join(", ")
    case "offered":
      return offered.find(({ value }) => value === text)?.label ?? text
    case "boolean":
      return text === "true" ? filter.yes : filter.no
    case "number":
      return ends(text, (end) => int(Number(end)), AMOUNTS)
    case "size":
      return ends(text, (end) => bytes(Number(end)), AMOUNTS)
    case "time":
      return Object.hasOwn(LATEST_PERIODS, text)
        ? LATEST_PERIODS[text as keyof typeof LATEST_PERIODS].label
        : ends(text, (day) => day, DAYS)
    case "text": {
      const listed = filter.list ? listedTexts(text) : []
      return listed.length > 1 ? `one of ${int(listed.length)}` : `“${text}”`
    }
    case "rules": {
      const count = readRules(text)?.rules.length ?? 0
      return count === 1 ? "1 rule" : `${int(count)} rules`
    }
  }
}
