import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, orGone, useAction } from "~/components/action"
import type { RateCard } from "./billing"
import { readRateCard } from "./read-rate-card"

const RateCardText = component$(() => (
  <p>The days that it prices cost nothing from now on, in statements of the past as well. Export those first.</p>
))

interface RemoveRateCardProps {
  readonly row: RateCard
  readonly onGone$: QRL<() => unknown>
}

export const RemoveRateCard = component$<RemoveRateCardProps>(({ onGone$, row }) => {
  const remove = useAction({
    run$: $(({ id, name }: RateCard) =>
      call("DELETE /api/admin/billing/rate-cards/:id", { params: { id }, query: { confirm_name: name } })
    ),
    after$: $(() => onGone$()),
    again$: $(({ id }: RateCard) => orGone(readRateCard(id))),
    done: "is deleted",
    failed: `${row.name} was not deleted`
  })
  return (
    <>
      <ActionButton action={remove} on={row} asks label="Delete" icon="trash-2" class="btn-secondary text-danger" />
      <ConfirmDialog
        action={remove}
        id="delete-rate-card"
        title="Delete"
        named
        button="Delete rate card"
        typed="name"
        about={RateCardText}
      />
    </>
  )
})
