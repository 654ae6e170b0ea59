import { component$, type QRL } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { AGE_OPTIONS, type SearchFields } from "./search-wanted"

interface FormProps {
  readonly fields: SearchFields
  readonly running: boolean
  readonly problem: string
  readonly onSearch$: QRL<() => void>
  readonly onStop$: QRL<() => void>
}

const Tick = component$<{
  readonly fields: SearchFields
  readonly name: "exact" | "case" | "here"
  readonly label: string
}>(({ fields, label, name }) => (
  <label class="flex min-h-6 items-center gap-2">
    <input
      type="checkbox"
      class="check"
      checked={fields[name] === "true"}
      onChange$={(_, box) => {
        fields[name] = box.checked ? "true" : ""
      }}
    />{" "}
    <span>{label}</span>
  </label>
))

/** A search reads the whole folder, so it begins only on request. */
export const SearchForm = component$<FormProps>(({ fields, onSearch$, onStop$, problem, running }) => (
  <form
    class="grid flex-none gap-2 px-5"
    role="search"
    aria-label="Search in this bucket"
    preventdefault:submit
    onSubmit$={() => onSearch$()}
  >
    <div class="flex flex-wrap items-center gap-2">
      <input
        class="input min-w-48 flex-1"
        type="search"
        aria-label="Name to search for"
        placeholder="Part of a name, or of a path with /"
        value={fields.q}
        maxLength={200}
        autoComplete="off"
        onInput$={(_, input) => {
          fields.q = input.value
        }}
      />
      {running ? (
        <button key="stop" type="button" class="btn btn-secondary" onClick$={() => onStop$()}>
          <Icon name="x" /> Stop
        </button>
      ) : (
        <button key="go" type="submit" class="btn btn-primary">
          <Icon name="search" /> Search
        </button>
      )}
    </div>
    <div class="flex flex-wrap items-center gap-x-4 gap-y-2 text-xs">
      <Tick fields={fields} name="exact" label="Whole name" />
      <Tick fields={fields} name="case" label="Match case" />
      <Tick fields={fields} name="here" label="This folder only" />
      <label class="flex items-center gap-2">
        <span class="text-ink-2">Type</span>
        <select
          class="input"
          value={fields.type}
          onChange$={(_, select) => {
            fields.type = select.value
          }}
        >
          {[
            ["", "Anything"],
            ["object", "Objects"],
            ["folder", "Folders"]
          ].map(([value, label]) => (
            <option key={value} value={value} selected={fields.type === value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="flex items-center gap-2">
        <span class="text-ink-2">Modified</span>
        <select
          class="input"
          value={fields.age}
          onChange$={(_, select) => {
            fields.age = select.value
          }}
        >
          {AGE_OPTIONS.map(({ label, value }) => (
            <option key={value} value={value} selected={fields.age === value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <span class="flex items-center gap-2">
        <span class="text-ink-2">Size</span>
        <input
          class="input w-24"
          aria-label="At least"
          placeholder="At least"
          value={fields.least}
          onInput$={(_, input) => {
            fields.least = input.value
          }}
        />
        <input
          class="input w-24"
          aria-label="At most"
          placeholder="At most"
          value={fields.most}
          onInput$={(_, input) => {
            fields.most = input.value
          }}
        />
      </span>
      <label class="flex items-center gap-2">
        <span class="text-ink-2">Class</span>
        <input
          class="input w-28"
          placeholder="Any"
          maxLength={100}
          value={fields.class}
          onInput$={(_, input) => {
            fields.class = input.value
          }}
        />
      </label>
    </div>
    {problem !== "" && (
      <p role="alert" class="text-xs text-danger">
        {problem}
      </p>
    )}
  </form>
))
