/** Opens an address as a download under this name; "" takes the server's name. */
export const downloadFrom = (href: string, name: string): void => {
  Object.assign(document.createElement("a"), { href, download: name }).click()
}

/** Saves a text as a file of the browser. */
export const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  downloadFrom(url, name)
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
