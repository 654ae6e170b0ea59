import { $, component$, type Signal, useId, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { reasonOf } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { Menu, MenuItemBody } from "~/components/ui/menu"
import { NavLink } from "~/components/ui/nav-link"
import { say, useToasts } from "~/lib/toasts"
import { type Ending, type EndingKind, TITLES } from "./ending"
import { EndingDialog } from "./ending-dialog"

const KINDS = [
  ["empty", "trash-2", "Empty…"],
  ["delete", "trash-2", "Empty and delete…"],
  ["later", "timer", "Delete on a day…"]
] as const

export const EndingsMenu = component$<{
  readonly bucket: string
  readonly contextId: string
  readonly changed: Signal<number>
}>(({ bucket, changed, contextId }) => {
  const id = useId()
  const toasts = useToasts()
  const open = useSignal<Ending | null>(null)
  const busy = useSignal(false)
  const ask = $(async (kind: EndingKind) => {
    if (busy.value) return
    busy.value = true
    try {
      const plan = await call("POST /api/manager/buckets/:bucket_name/emptying/plan", {
        params: { bucket_name: bucket },
        query: { context_id: contextId },
        body: { delete_bucket: kind !== "empty" }
      })
      open.value = { kind, bucket, contextId, plan }
    } catch (cause) {
      say(toasts, { tone: "danger", text: `What is in ${bucket} could not be counted`, detail: reasonOf(cause) })
    } finally {
      busy.value = false
    }
  })
  return (
    <>
      <button
        type="button"
        class="btn btn-secondary btn-icon"
        popovertarget={id}
        aria-label="More to do with this bucket"
        title="More"
        disabled={busy.value}
      >
        <Icon name={busy.value ? "loader-circle" : "ellipsis"} class={busy.value ? "spin" : ""} />
      </button>
      <Menu id={id} label="More to do with this bucket" end>
        {KINDS.map(([kind, icon, label]) => (
          <button key={kind} type="button" class="menu-item" popovertarget={id} onClick$={() => ask(kind)}>
            <MenuItemBody icon={icon} label={label} hint={TITLES[kind].hint} />
          </button>
        ))}
        <NavLink class="menu-item" href={`/manager/work?${new URLSearchParams({ context_id: contextId })}`}>
          <MenuItemBody icon="history" label="What ran" hint="Runs of this context, with their reports" />
        </NavLink>
      </Menu>
      <EndingDialog open={open} changed={changed} />
    </>
  )
})
