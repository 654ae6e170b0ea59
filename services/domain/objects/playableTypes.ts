/** Media types that browsers play and that cannot run scripts. The console uses this file, so it imports nothing. */
export const playableTypes = [
  "audio/flac",
  "audio/mp4",
  "audio/mpeg",
  "audio/ogg",
  "audio/wav",
  "video/mp4",
  "video/webm"
] as const
export type PlayableType = (typeof playableTypes)[number]
