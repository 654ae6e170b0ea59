/** `name`: "" takes the server's. */
export const downloadLink = (href: string, name: string): void => {
  Object.assign(document.createElement("a"), { href, download: name }).click()
}

export const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }))
  downloadLink(url, name)
  // Some browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
