import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Dialog } from "~/components/ui/dialog"
import { type LoggedSpace, stateText } from "./entry"

interface SpaceSubject {
  readonly id: number
  readonly name: string
  readonly accountId: number
}

const place = ({ id }: SpaceSubject) => ({ params: { space_id: id } })

const OffText = component$<{ readonly subject: SpaceSubject }>(({ subject }) => (
  <p>
    Requests in {subject.name}, and in other spaces of its bucket, are not logged from now on. Lines that were collected
    stay.
  </p>
))

interface SpacesProps {
  readonly open: Signal<object | null>
  readonly accountId: number
  readonly spaces: ReadonlyArray<LoggedSpace>
  readonly manages: boolean
  readonly onChanged$: QRL<() => unknown>
}

export const SpacesDialog = component$<SpacesProps>(({ accountId, manages, onChanged$, open, spaces }) => {
  const on = useAction({
    run$: $((subject: SpaceSubject) =>
      callIn(subject, "PUT /api/portal/spaces/:space_id/access-logs", { ...place(subject), body: { enabled: true } })
    ),
    after$: onChanged$,
    toast$: $((_: unknown, { name }: SpaceSubject) => ({ text: `Access logs of ${name} are switched on` }))
  })
  const off = useAction({
    run$: $((subject: SpaceSubject) =>
      callIn(subject, "PUT /api/portal/spaces/:space_id/access-logs", { ...place(subject), body: { enabled: false } })
    ),
    after$: onChanged$,
    toast$: $((_: unknown, { name }: SpaceSubject) => ({ text: `Access logs of ${name} are switched off` }))
  })
  const collect = useAction({
    run$: $((subject: SpaceSubject) =>
      callIn(subject, "POST /api/portal/spaces/:space_id/access-logs/refresh", place(subject))
    ),
    after$: onChanged$,
    toast$: $((_: unknown, { name }: SpaceSubject) => ({ text: `The log of ${name} is collected` }))
  })
  return (
    <>
      <Dialog open={open} title="Logged spaces">
        <ul class="divide-y divide-line overflow-y-auto px-5" aria-label="Logged spaces">
          {spaces.map((space) => {
            const { advice, label, tone } = stateText(space)
            const subject = { id: space.id, name: space.name, accountId }
            return (
              <li key={space.id} class="grid gap-1 py-3" data-testid="logged-space">
                <div class="flex flex-wrap items-center gap-2">
                  <b class="min-w-0 font-medium wrap-anywhere">{space.name}</b>
                  <Badge text={label} tone={tone} />
                  {space.collected_at !== null && (
                    <span class="text-xs text-ink-3">
                      collected <Ago at={space.collected_at} />
                    </span>
                  )}
                </div>
                {advice !== undefined && <p class="text-ink-2">{advice}</p>}
                <div class="flex flex-wrap gap-2">
                  {space.enabled && (
                    <span key="collect" class="contents">
                      <ActionButton
                        action={collect}
                        on={subject}
                        label="Collect now"
                        named={`Collect now: ${space.name}`}
                        class="btn-secondary btn-sm"
                      />
                    </span>
                  )}
                  {manages && (!space.enabled || advice !== undefined) && space.state !== "bucket_missing" && (
                    <span key="on" class="contents">
                      <ActionButton
                        action={on}
                        on={subject}
                        label="Switch on"
                        named={`Switch on: ${space.name}`}
                        class="btn-secondary btn-sm"
                      />
                    </span>
                  )}
                  {manages && space.enabled && (
                    <span key="off" class="contents">
                      <ActionButton
                        action={off}
                        on={subject}
                        asks
                        label="Switch off"
                        named={`Switch off: ${space.name}`}
                        class="btn-secondary btn-sm"
                      />
                    </span>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      </Dialog>
      <ConfirmDialog
        action={off}
        id="access-logs-off"
        title="Switch off access logs"
        button="Switch off"
        about={OffText}
      />
    </>
  )
})
