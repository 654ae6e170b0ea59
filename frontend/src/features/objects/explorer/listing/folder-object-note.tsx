export const FolderObjectNote = () => <span class="flex-none text-xs text-ink-3">the folder's own object</span>
