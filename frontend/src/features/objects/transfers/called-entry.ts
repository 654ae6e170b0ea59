import { visible } from "~/lib/visible"
import { isFolderObject, keyOfEntry } from "./entry-id"

export const calledEntry = (id: string): string =>
  `${visible(keyOfEntry(id))}${isFolderObject(id) ? " (the object alone)" : ""}`
