const sending = new Set<string>()
const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

export const isSending = (id: string): boolean => sending.has(id)

export const markSending = (id: string): (() => void) => {
  sending.add(id)
  notifyListeners()
  return () => {
    if (sending.delete(id)) notifyListeners()
  }
}

export const onSendingChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
