import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { dateTime } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import { LockedForm } from "./locked-form"
import { SharedFolder } from "./shared-folder"
import { SharedObject } from "./shared-object"
import { UploadRequest } from "./upload-request"

export type SharedView = Answer<"GET /api/share/:token">

const Told = (props: {
  readonly view: Exclude<SharedView, { readonly kind: "locked" }>
  readonly otherwise: string
}) => (
  <hgroup class="mb-5 min-w-0">
    <h1 class="text-xl font-semibold tracking-tight wrap-anywhere">
      {props.view.title === "" ? props.otherwise : props.view.title}
    </h1>
    {props.view.note !== "" && <p class="mt-1 whitespace-pre-line wrap-anywhere text-ink-2">{props.view.note}</p>}
    <p class="mt-1 text-xs text-ink-3">Open until {dateTime(props.view.expires_at)}</p>
  </hgroup>
)

/** One text for all unusable links, so that it does not reveal whether they existed. */
const Nothing = component$(() => (
  <div class="card grid justify-items-center gap-1 px-6 py-10 text-center" data-testid="no-link">
    <span class="mb-3 grid size-11 place-items-center rounded-full bg-sunken text-ink-2">
      <Icon name="link" class="size-5" />
    </span>
    <h1 class="text-base font-medium">This link opens nothing</h1>
    <p class="max-w-md text-ink-2">
      Look whether it is complete. If it is, ask whoever gave it to you for another one.
    </p>
  </div>
))

export const Visitor = component$<{ readonly token: string }>(({ token }) => {
  const loaded = useLoaded($((signal: AbortSignal) => call("GET /api/share/:token", { params: { token }, signal })))
  const { problem, value: view } = loaded
  if (problem && (problem.status === 404 || problem.status === 422)) return <Nothing />
  if (view === null && problem)
    return (
      <div class="card grid place-items-center px-6 py-10">
        <ErrorState title="This link could not be opened" problem={problem} onRetry$={() => reload(loaded)} />
      </div>
    )
  if (view === null)
    return (
      <div class="grid gap-4" role="status" aria-label="Opening the link">
        <span class="skeleton h-7 w-2/3" />
        <span class="skeleton h-24" />
      </div>
    )
  switch (view.kind) {
    case "locked":
      return <LockedForm token={token} onOpen$={() => reload(loaded)} />
    case "object":
      return (
        <section>
          <Told view={view} otherwise="A file for you" />
          <SharedObject token={token} file={view.file} />
        </section>
      )
    case "archive":
      return (
        <section>
          <Told view={view} otherwise="Files for you" />
          <SharedFolder token={token} archive={view.file_name} />
        </section>
      )
    case "upload":
      return (
        <section>
          <Told view={view} otherwise="Send files" />
          <UploadRequest token={token} view={view} onSent$={() => reload(loaded)} />
        </section>
      )
  }
})
