/** Stands beside the name of an object that has the key of its folder. */
export const FolderObjectNote = () => <span class="flex-none text-xs text-ink-3">the folder's own object</span>
