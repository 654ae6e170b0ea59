import { component$, type QRL, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import {
  type Choice,
  type Filter,
  type FilterTarget,
  LATEST_PERIODS,
  type LoadedChoiceFilter,
  normalizeFilterText,
  filterText
} from "./filter"
import { listedTexts, readRules } from "./rules-text"
import { amountInUnit, bytesPerUnit, SIZE_UNITS, unitFor } from "./size-units"

interface FieldsProps<F extends Filter = Filter> {
  readonly table: FilterTarget
  readonly filter: F
  readonly done$: QRL<() => unknown>
}

interface ChoicesProps extends FieldsProps {
  readonly choices: ReadonlyArray<Choice>
  readonly many: boolean
}

const choose = (table: FilterTarget, filter: Filter, value: string, many: boolean): void => {
  const chosen = filterText(filter, table.url)
  const values = chosen === "" ? [] : chosen.split(",")
  table.url[filter.name] = !many
    ? value
    : normalizeFilterText(
        filter,
        (values.includes(value) ? values.filter((one) => one !== value) : [...values, value]).join(",")
      )
}

const Choices = component$<ChoicesProps>(({ choices, done$, filter, many, table }) => {
  const chosen = filterText(filter, table.url).split(",")
  return (
    <div role="group" aria-label={filter.label}>
      {choices.map(({ label, value }) => (
        <button
          key={value}
          type="button"
          class="menu-item"
          aria-pressed={chosen.includes(value) ? "true" : "false"}
          onClick$={async () => {
            choose(table, filter, value, many)
            if (!many) await done$()
          }}
        >
          <span class="min-w-0 flex-1 truncate">{label}</span>
          {chosen.includes(value) && <Icon name="check" />}
        </button>
      ))}
    </div>
  )
})

const Offered = component$<FieldsProps<LoadedChoiceFilter>>(({ done$, filter, table }) => {
  const choices = useSignal<ReadonlyArray<Choice> | null>(null)
  const problem = useSignal("")
  const root = useSignal<HTMLElement>()
  useVisibleTask$(
    async () => {
      try {
        choices.value = await filter.load$()
      } catch (cause) {
        problem.value = asProblem(cause).message
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      if (track(() => choices.value) !== null)
        requestAnimationFrame(() => root.value?.closest("[popover]")?.querySelector<HTMLElement>(".menu-item")?.focus())
    },
    { strategy: "document-ready" }
  )
  return (
    <div ref={root}>
      {problem.value !== "" && (
        <p class="alert alert-danger" role="alert">
          {filter.label}: nothing could be loaded. {problem.value}
        </p>
      )}
      {problem.value === "" && choices.value === null && <span class="skeleton m-2 block h-5 w-40" />}
      {choices.value?.length === 0 && <p class="px-2 pb-1 text-ink-2">There is nothing to choose from.</p>}
      {choices.value !== null && (
        <Choices table={table} filter={filter} choices={choices.value} many={false} done$={done$} />
      )}
    </div>
  )
})

const Apply = component$(() => (
  <div class="flex justify-end pt-1">
    <button type="submit" class="btn btn-primary btn-sm">
      Apply
    </button>
  </div>
))

const numberOf = (data: FormData, name: string, unit: number): string => {
  const typed = String(data.get(name) ?? "").trim()
  return typed === "" || !Number.isFinite(Number(typed)) || Number(typed) < 0
    ? ""
    : String(Math.round(Number(typed) * unit))
}

const Range = component$<FieldsProps>(({ done$, filter, table }) => {
  const [min = "", max = ""] = filterText(filter, table.url).split("..")
  const size = filter.kind === "size"
  const unit = size ? unitFor(min, max) : 1
  return (
    <form
      class="grid w-60 gap-2 p-2"
      preventdefault:submit
      onSubmit$={async (_, form) => {
        const data = new FormData(form)
        const factor = size ? bytesPerUnit(String(data.get("unit"))) : 1
        table.url[filter.name] = normalizeFilterText(
          filter,
          `${numberOf(data, "min", factor)}..${numberOf(data, "max", factor)}`
        )
        await done$()
      }}
    >
      <div class="flex items-end gap-2">
        <label class="min-w-0 flex-1">
          At least
          <input
            class="input mt-1"
            name="min"
            type="number"
            min={0}
            step={size ? "any" : 1}
            value={min === "" ? "" : amountInUnit(min, unit)}
          />
        </label>
        <label class="min-w-0 flex-1">
          At most
          <input
            class="input mt-1"
            name="max"
            type="number"
            min={0}
            step={size ? "any" : 1}
            value={max === "" ? "" : amountInUnit(max, unit)}
          />
        </label>
      </div>
      {size && (
        <label>
          Unit
          <select class="input mt-1" name="unit">
            {SIZE_UNITS.map(([name, factor]) => (
              <option key={name} value={name} selected={factor === unit}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <Apply />
    </form>
  )
})

const Time = component$<FieldsProps>(({ done$, filter, table }) => {
  const text = filterText(filter, table.url)
  const [from = "", until = ""] = text.includes("..") ? text.split("..") : []
  return (
    <>
      <Choices
        table={table}
        filter={filter}
        choices={Object.entries(LATEST_PERIODS).map(([value, { label }]) => ({ value, label: `In ${label}` }))}
        many={false}
        done$={done$}
      />
      <form
        class="grid w-64 gap-2 border-t border-line p-2"
        preventdefault:submit
        onSubmit$={async (_, form) => {
          const data = new FormData(form)
          table.url[filter.name] = normalizeFilterText(filter, `${data.get("from")}..${data.get("until")}`)
          await done$()
        }}
      >
        <label>
          From the day
          <input class="input mt-1" name="from" type="date" min="1900-01-01" max="2199-12-31" value={from} />
        </label>
        <label>
          To the day, included (UTC)
          <input class="input mt-1" name="until" type="date" min="1900-01-01" max="2199-12-31" value={until} />
        </label>
        <Apply />
      </form>
    </>
  )
})

const ListFields = component$<FieldsProps>(({ done$, filter, table }) => (
  <form
    class="grid w-72 gap-2 p-2"
    preventdefault:submit
    onSubmit$={async (_, form) => {
      table.url[filter.name] = normalizeFilterText(filter, String(new FormData(form).get("text")))
      await done$()
    }}
  >
    <label>
      {filter.label}
      <textarea
        class="input mt-1 h-auto"
        name="text"
        rows={3}
        autocomplete="off"
        spellcheck={false}
        value={listedTexts(filterText(filter, table.url)).join("\n")}
      />
    </label>
    <p class="text-xs text-ink-3">A part of it, or a list of exact ones: one per line.</p>
    <Apply />
  </form>
))

const RulesFields = component$<FieldsProps>(({ done$, filter, table }) => {
  const fault = useSignal("")
  const written = readRules(filterText(filter, table.url))
  return (
    <form
      class="grid w-80 gap-2 p-2"
      preventdefault:submit
      onSubmit$={async (_, form) => {
        const text = String(new FormData(form).get("rules"))
        const rules = normalizeFilterText(filter, text)
        fault.value =
          rules === "" && text.trim() !== "" ? 'Expected rules as JSON, such as {"match": "all", "rules": [{…}]}' : ""
        if (fault.value !== "") return
        table.url[filter.name] = rules
        await done$()
      }}
    >
      <label>
        {filter.label}
        <textarea
          class="input mt-1 h-auto font-mono text-xs"
          name="rules"
          rows={8}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault.value === "" ? undefined : "true"}
          aria-describedby="rules-fault"
          value={written === null ? "" : JSON.stringify(written, null, 2)}
        />
      </label>
      <p id="rules-fault" class={fault.value === "" ? "text-xs text-ink-3" : "text-xs text-danger"} role="status">
        {fault.value || "Rules on any field or feature, in the filter language of the API."}
      </p>
      <Apply />
    </form>
  )
})

const TextFields = component$<FieldsProps>(({ done$, filter, table }) => (
  <form
    class="grid w-60 gap-2 p-2"
    preventdefault:submit
    onSubmit$={async (_, form) => {
      table.url[filter.name] = normalizeFilterText(filter, String(new FormData(form).get("text")))
      await done$()
    }}
  >
    <label>
      {filter.label}
      <input
        class="input mt-1"
        name="text"
        type="text"
        maxLength={200}
        autoComplete="off"
        spellcheck={false}
        value={filterText(filter, table.url)}
      />
    </label>
    <Apply />
  </form>
))

export const FilterFields = component$<FieldsProps>(({ done$, filter, table }) => (
  <>
    {filter.cost !== undefined && <p class="px-2 pb-2 text-xs text-ink-3">{filter.cost.text}</p>}
    <FieldsOfKind table={table} filter={filter} done$={done$} />
  </>
))

const FieldsOfKind = component$<FieldsProps>(({ done$, filter, table }) => {
  switch (filter.kind) {
    case "choice":
      return (
        <Choices table={table} filter={filter} choices={filter.options} many={filter.many ?? false} done$={done$} />
      )
    case "boolean":
      return (
        <Choices
          table={table}
          filter={filter}
          choices={[
            { value: "true", label: filter.yes },
            { value: "false", label: filter.no }
          ]}
          many={false}
          done$={done$}
        />
      )
    case "offered":
      return <Offered table={table} filter={filter} done$={done$} />
    case "time":
      return <Time table={table} filter={filter} done$={done$} />
    case "text":
      return filter.list ? (
        <ListFields table={table} filter={filter} done$={done$} />
      ) : (
        <TextFields table={table} filter={filter} done$={done$} />
      )
    case "rules":
      return <RulesFields table={table} filter={filter} done$={done$} />
    default:
      return <Range table={table} filter={filter} done$={done$} />
  }
})
