import { visible } from "~/lib/visible"
import { isFolderObject, keyOfEntry } from "./entry-id"

/** The whole key of an entry as text: an object with the key of its folder says that it is meant alone. */
export const calledEntry = (id: string): string => `${visible(keyOfEntry(id))}${isFolderObject(id) ? " (the object alone)" : ""}`
