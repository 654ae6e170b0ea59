import { component$ } from "@builder.io/qwik"
import { RowsAt, TextAt, WordsAt } from "../controls"
import type { Path } from "../draft"
import { draftValue, setDraftValue, useEditing } from "../editing"
import type { FeatureEditor } from "../feature-editor"
import { TopicField } from "./topic-field"

interface Notification {
  readonly id: string
  readonly target: string
  readonly events: ReadonlyArray<string>
  readonly prefix: string | null
  readonly suffix: string | null
  readonly metadata: ReadonlyArray<Pair>
  readonly tags: ReadonlyArray<Pair>
}

interface Pair {
  readonly name: string
  readonly value: string
}

const pairsInWords = (pairs: ReadonlyArray<Pair>): string =>
  pairs.map(({ name, value }) => `${name}=${value}`).join(", ")

const OtherFilters = component$<{ readonly path: Path }>(({ path }) => {
  const notification = draftValue<Notification | undefined>(useEditing(), path)
  const parts = [
    ...(notification && notification.metadata.length > 0 ? [`metadata ${pairsInWords(notification.metadata)}`] : []),
    ...(notification && notification.tags.length > 0 ? [`tags ${pairsInWords(notification.tags)}`] : [])
  ]
  if (parts.length === 0) return null
  return (
    <p class="min-w-0 break-words text-sm text-ink-2" data-testid="other-filters">
      Only objects with {parts.join(" and ")}. Edit these filters as JSON.
    </p>
  )
})

const COMMON_EVENTS = [
  ["s3:ObjectCreated:*", "Anything is uploaded"],
  ["s3:ObjectRemoved:*", "Anything is deleted"],
  ["s3:ObjectLifecycle:Expiration:*", "Lifecycle deletes something"]
] as const

const EventFields = component$<{ readonly index: number; readonly path: Path }>(({ path }) => {
  const editing = useEditing()
  const events = draftValue<ReadonlyArray<string> | undefined>(editing, [...path, "events"]) ?? []
  return (
    <>
      <div class="grid gap-3 sm:grid-cols-2">
        <TextAt path={[...path, "id"]} label="Name" maxLength={255} />
        <TextAt
          path={[...path, "target"]}
          label="Topic"
          mono
          maxLength={2048}
          placeholder="arn:aws:sns:default::uploads"
          hint="Its ARN."
        />
        <TopicField path={[...path, "target"]} />
      </div>
      <WordsAt
        path={[...path, "events"]}
        label="When"
        noun="event"
        longest={200}
        hint="As s3:ObjectCreated:Put; * at the end stands for any."
      />
      <div class="flex flex-wrap gap-2" role="group" aria-label="Usual events">
        {COMMON_EVENTS.map(([event, label]) => (
          <button
            key={event}
            type="button"
            class="btn btn-secondary btn-sm"
            title={event}
            disabled={editing.busy || events.includes(event)}
            onClick$={() =>
              setDraftValue(
                editing,
                [...path, "events"],
                [...(draftValue<ReadonlyArray<string> | undefined>(editing, [...path, "events"]) ?? []), event]
              )
            }
          >
            {label}
          </button>
        ))}
      </div>
      <div class="grid gap-3 sm:grid-cols-3">
        <TextAt path={[...path, "prefix"]} label="Keys that begin with" mono empty={null} />
        <TextAt path={[...path, "suffix"]} label="Keys that end with" mono empty={null} />
        <TextAt path={[...path, "regex"]} label="Keys that fit" mono empty={null} hint="A pattern; RGW's own." />
      </div>
      <OtherFilters path={path} />
    </>
  )
})

const EventLine = component$<{ readonly index: number; readonly path: Path }>(({ path }) => {
  const one = draftValue<Notification | undefined>(useEditing(), path)
  if (one === undefined) return null
  return (
    <>
      {one.id || "Without a name"} <span class="text-ink-3">tells</span> {one.target || "no topic yet"}{" "}
      <span class="text-ink-3">of</span> {one.events.join(", ") || "nothing"}
    </>
  )
})

const blank = {
  id: "uploads",
  type: "topic",
  target: "",
  events: ["s3:ObjectCreated:*"],
  prefix: null,
  suffix: null,
  regex: null,
  metadata: [],
  tags: []
}

const NotificationsForm = component$(() => (
  <RowsAt path={["notifications"]} noun="notification" blank={blank} row={EventFields} line={EventLine} most={100} />
))

export const notifications: FeatureEditor = {
  feature: "notifications",
  Form: NotificationsForm,
  blank: { notifications: [{ ...blank }] },
  removal: "Nobody is told of anything any more."
}
