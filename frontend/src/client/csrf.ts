/** In memory only. HTML never contains it, so that pages can be compressed. */
let token: string | null = null

export const setCsrf = (value: string | null): void => {
  token = value
}

export const storedCsrf = (): string | null => token
