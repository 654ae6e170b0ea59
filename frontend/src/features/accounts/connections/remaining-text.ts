const pad = (value: number): string => String(value).padStart(2, "0")

export const remainingText = (at: string, now: number): string => {
  const seconds = Math.floor((Date.parse(at) - now) / 1000)
  if (!Number.isFinite(seconds)) return ""
  if (seconds <= 0) return "ended"
  if (seconds < 3_600) return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)} left`
  const hours = Math.floor(seconds / 3_600)
  if (hours < 48) return `${hours} h ${pad(Math.floor(seconds / 60) % 60)} min left`
  return `${Math.floor(hours / 24)} days left`
}
