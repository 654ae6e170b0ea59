export { ActionButton } from "./action-button"
export { ConfirmDialog } from "./confirm-dialog"
export { EditDialog, type Editing, type FieldsProps, useEditing } from "./edit-dialog"
export { type Action, type Subject, useAction } from "./use-action"
