/** Films and sounds that browsers play: what can be answered as what it is, since nothing in it runs. The console runs this file, so that it imports nothing. */
export const playedTypes = [
  "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/wav", "video/mp4", "video/webm"
] as const
export type PlayedType = typeof playedTypes[number]
