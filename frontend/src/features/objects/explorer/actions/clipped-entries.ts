import type { Transfer } from "../uploads/transfer"
import { keyOfEntry } from "../../transfers/entry-id"

const KEY = "stowage:clipped-entries"

export const clippedText = ({ keys, place }: Pick<Transfer, "keys" | "place">): string =>
  keys.map((id) => `s3://${place.bucket}/${keyOfEntry(id)}`).join("\n")

export const storeClipped = (entries: Transfer): void => sessionStorage.setItem(KEY, JSON.stringify(entries))

/** Null when the clipboard no longer holds `text`: something else was copied since. */
export const readClipped = (text: string): Transfer | null => {
  const storedText = sessionStorage.getItem(KEY)
  if (storedText === null) return null
  const entries = JSON.parse(storedText) as Transfer
  return clippedText(entries) === text ? entries : null
}
