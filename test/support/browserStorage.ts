export const browserStorage = (kept: Map<string, string> = new Map()) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => {
    kept.set(key, value)
  },
  removeItem: (key: string) => {
    kept.delete(key)
  }
})
