import { visible } from "~/lib/visible"
import { isFolderObject, keyOfEntry } from "./entry-id"

/** Text for an entry's key; marks an object whose key equals its folder's prefix. */
export const calledEntry = (id: string): string =>
  `${visible(keyOfEntry(id))}${isFolderObject(id) ? " (the object alone)" : ""}`
