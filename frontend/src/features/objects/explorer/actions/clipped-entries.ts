import type { Transfer } from "../uploads/transfer"
import { keyOfEntry } from "../../transfers/entry-id"

const KEY = "stowage:clipped-entries"

export const textOf = ({ keys, place }: Pick<Transfer, "keys" | "place">): string =>
  keys.map((id) => `s3://${place.bucket}/${keyOfEntry(id)}`).join("\n")

export const clip = (entries: Transfer): void => sessionStorage.setItem(KEY, JSON.stringify(entries))

/** Null when the clipboard no longer holds `text`: something else was copied since. */
export const clipped = (text: string): Transfer | null => {
  const kept = sessionStorage.getItem(KEY)
  if (kept === null) return null
  const entries = JSON.parse(kept) as Transfer
  return textOf(entries) === text ? entries : null
}
