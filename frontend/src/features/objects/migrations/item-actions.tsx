import { $, component$, type QRL } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import type { MigrationItem } from "./migration"
import { RollbackText } from "./rollback-text"

interface Subject {
  readonly id: number
  readonly name: string
  readonly migrationId: number
  readonly contextId: string
}

interface ItemActionsProps {
  readonly item: MigrationItem
  readonly migrationId: number
  readonly contextId: string
  readonly onChanged$: QRL<() => void>
}

const placeOf = ({ id, migrationId }: Subject) => ({
  params: { migration_id: migrationId, item_id: id }
})

export const ItemActions = component$<ItemActionsProps>(({ contextId, item, migrationId, onChanged$ }) => {
  const after$ = $(() => onChanged$())
  const retry = useAction({
    run$: $((on: Subject) =>
      callIn(on, "POST /api/manager/migrations/:migration_id/items/:item_id/retry", placeOf(on))
    ),
    after$
  })
  const rollback = useAction({
    run$: $((on: Subject) =>
      callIn(on, "POST /api/manager/migrations/:migration_id/items/:item_id/rollback", placeOf(on))
    ),
    after$
  })
  const subject: Subject = { id: item.id, name: item.source, migrationId, contextId }
  return (
    <div class="flex flex-wrap gap-2">
      {item.actions.includes("retry") && (
        <ActionButton
          key="retry"
          action={retry}
          on={subject}
          label="Retry"
          named={`Retry ${item.source}`}
          class="btn-secondary"
        />
      )}
      {item.actions.includes("rollback") && (
        <ActionButton
          key="rollback"
          action={rollback}
          on={subject}
          asks
          label="Roll back…"
          named={`Roll back… ${item.source}`}
          class="btn-secondary"
        />
      )}
      <ConfirmDialog
        action={rollback}
        id={`roll-bucket-back-${item.id}`}
        title="Roll bucket back"
        button="Roll back"
        about={RollbackText}
      />
    </div>
  )
})
