import { ActionButton } from "./action-button"
import type { Action, Subject } from "./use-action"

interface KeyActionsProps<S extends Subject, A, B, C> {
  readonly accessKey: string
  readonly active: boolean
  readonly subject: S
  readonly on: Action<S, A>
  readonly off: Action<S, B>
  readonly remove: Action<S, C>
}

export const KeyActions = <S extends Subject, A, B, C>(props: KeyActionsProps<S, A, B, C>) => (
  <span class="flex gap-2">
    {props.active ? (
      <span key="off" class="contents">
        <ActionButton
          action={props.off}
          on={props.subject}
          asks
          label="Switch off"
          named={`Switch off ${props.accessKey}`}
          icon="ban"
          class="btn-secondary btn-sm"
        />
      </span>
    ) : (
      <span key="on" class="contents">
        <ActionButton
          action={props.on}
          on={props.subject}
          label="Switch on"
          named={`Switch on ${props.accessKey}`}
          icon="play"
          class="btn-secondary btn-sm"
        />
      </span>
    )}
    <ActionButton
      action={props.remove}
      on={props.subject}
      asks
      label="Delete"
      named={`Delete ${props.accessKey}`}
      icon="trash-2"
      class="btn-secondary btn-sm text-danger"
    />
  </span>
)
