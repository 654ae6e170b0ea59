import { createContextId, useContext } from "@builder.io/qwik"

export type TransferState = "queued" | "running" | "done" | "failed" | "cancelled"

/** One upload as the tray shows it. Sizes in bytes. */
export interface Transfer {
  readonly id: string
  readonly name: string
  /** Where it goes, e.g. the bucket and the folder. */
  readonly target: string
  readonly size: number
  sent: number
  state: TransferState
  error: string
}

export interface Transfers {
  items: Array<Transfer>
  open: boolean
}

/** What can be done with a running transfer; kept beside the reactive state, which cannot hold functions. */
export interface TransferControl {
  readonly cancel: () => void
  readonly retry?: () => void
}

export const TransfersContext = createContextId<Transfers>("stowage.transfers")

export const useTransfers = () => useContext(TransfersContext)

const controls = new Map<string, TransferControl>()

/** Adds a transfer and opens the tray. Progress: change `sent`, `state` and `error` of what this returns. */
export const addTransfer = (transfers: Transfers, transfer: Omit<Transfer, "sent" | "state" | "error">, control: TransferControl): Transfer => {
  controls.set(transfer.id, control)
  transfers.items.push({ ...transfer, sent: 0, state: "queued", error: "" })
  transfers.open = true
  // Read back through the store, so that changes are seen.
  return transfers.items[transfers.items.length - 1] as Transfer
}

export const controlOf = (id: string): TransferControl | undefined => controls.get(id)

export const isUnfinished = (transfer: Transfer): boolean => transfer.state === "queued" || transfer.state === "running"

/** Removes what is finished from the tray. */
export const clearFinished = (transfers: Transfers): void => {
  for (const transfer of transfers.items) if (!isUnfinished(transfer)) controls.delete(transfer.id)
  transfers.items = transfers.items.filter(isUnfinished)
  if (transfers.items.length === 0) transfers.open = false
}
