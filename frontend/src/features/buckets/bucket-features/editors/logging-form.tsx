import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { callIn } from "~/client/call"
import { SelectAt, TextAt } from "../controls"
import { draftValue, setDraftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"

const FORMATS = [
  { value: null, label: "As the gateway does" },
  { value: "simple", label: "One after the other" },
  { value: "partitioned", label: "By account, region, bucket and day" }
]
const SOURCES = [
  { value: null, label: "As the gateway does" },
  { value: "EventTime", label: "When it happened" },
  { value: "DeliveryTime", label: "When it was written" }
]
const TYPES = [
  { value: null, label: "Every request (Standard)" },
  { value: "Standard", label: "Every request, in words" },
  { value: "Journal", label: "Only what changes objects (Journal)" }
]

const TargetChooser = component$(() => {
  const editing = useEditing()
  const names = useSignal<ReadonlyArray<string>>([])
  const incomplete = useSignal("")
  const { bucket, contextId } = editing.place
  useVisibleTask$(
    async () => {
      try {
        const { items, listing, total } = await callIn({ contextId }, "GET /api/manager/buckets", {
          query: { page: 1, page_size: 200, sort_by: "name", sort_dir: "asc" }
        })
        names.value = items.map(({ name }) => name).filter((name) => name !== bucket)
        incomplete.value =
          listing.last_error !== null
            ? `The buckets could not be listed. ${listing.last_error.detail}`
            : listing.state !== "complete"
              ? "The buckets are not all listed yet."
              : total > items.length
                ? `Only the first ${items.length} buckets are offered.`
                : ""
      } catch (cause) {
        incomplete.value = `The buckets could not be listed. ${asProblem(cause).message}`
      }
    },
    { strategy: "document-ready" }
  )
  const target = draftValue<string>(editing, ["target_bucket"])
  return (
    <div class="grid gap-3 sm:grid-cols-2">
      <TextAt path={["target_bucket"]} label="Into the bucket" mono maxLength={255} />
      {incomplete.value !== "" && (
        <p class="text-xs text-ink-3 sm:col-span-2">{incomplete.value} Type the name of a bucket that is missing.</p>
      )}
      {names.value.length > 0 && (
        <div>
          <label for="logging-chooser" class="mb-1 block font-medium">
            Buckets of this context
          </label>
          <select
            id="logging-chooser"
            class="input"
            disabled={editing.busy}
            onChange$={(_, element) => {
              if (element.value !== "") setDraftValue(editing, ["target_bucket"], element.value)
            }}
          >
            <option value="" selected={!names.value.includes(target)}>
              Choose…
            </option>
            {names.value.map((name) => (
              <option key={name} value={name} selected={name === target}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  )
})

const LoggingForm = component$(() => {
  const partitioned = draftValue<string | null>(useEditing(), ["key_format"]) === "partitioned"
  return (
    <>
      <TargetChooser />
      <TextAt path={["target_prefix"]} label="Keys of the log begin with" mono empty="" hint="As logs/this-bucket/" />
      <div class="grid gap-3 sm:grid-cols-2">
        <SelectAt path={["key_format"]} label="Keys are made" choices={FORMATS} />
        {partitioned && <SelectAt path={["partition_date_source"]} label="The day is" choices={SOURCES} />}
        <SelectAt path={["logging_type"]} label="What is written" choices={TYPES} />
        <TextAt
          path={["object_roll_time_seconds"]}
          label="Written every (seconds)"
          number
          empty={null}
          hint="RGW's own; empty: its default."
        />
        <TextAt
          path={["records_batch_size"]}
          label="Records at once"
          number
          empty={null}
          hint="RGW's own; empty or 0: each by itself."
        />
      </div>
    </>
  )
})

export const logging: FeatureEditor = {
  feature: "logging",
  Form: LoggingForm,
  blank: {
    target_bucket: "",
    target_prefix: "",
    key_format: null,
    partition_date_source: null,
    logging_type: null,
    object_roll_time_seconds: null,
    records_batch_size: null
  },
  removal: "Nothing is written any more. What was written stays."
}
