const sending = new Set<string>()
const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

export const isUnderWay = (id: string): boolean => sending.has(id)

export const sendingOf = (id: string): (() => void) => {
  sending.add(id)
  notifyListeners()
  return () => {
    if (sending.delete(id)) notifyListeners()
  }
}

export const whenSending = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
