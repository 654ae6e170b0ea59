/** Copies a text to the clipboard; false where the browser refuses, or offers none: only secure origins have a clipboard. */
export const copyText = async (text: string): Promise<boolean> => {
  // the type knows secure origins alone
  const clipboard: Clipboard | undefined = navigator.clipboard
  try {
    await clipboard?.writeText(text)
    return clipboard !== undefined
  } catch {
    // the person refused, or the page has no focus: the caller says so
    return false
  }
}
