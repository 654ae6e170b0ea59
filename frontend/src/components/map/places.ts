export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Half a degree per unit. */
export const [MAP_WIDTH, MAP_HEIGHT] = [720, 360] as const

export const onMap = ({ latitude, longitude }: Place) => ({ x: (longitude + 180) * 2, y: (90 - latitude) * 2 })

const within = (value: number, most: number) => Math.min(most, Math.max(-most, Math.round(value * 100) / 100))

export const placeAt = (left: number, top: number): Place => ({
  latitude: within(90 - top * 180, 90),
  longitude: within(left * 360 - 180, 180)
})

export const moved = ({ latitude, longitude }: Place, north: number, east: number): Place => {
  const around = longitude + east
  return {
    latitude: within(latitude + north, 90),
    longitude: within(around > 180 ? around - 360 : around < -180 ? around + 360 : around, 180)
  }
}

export const placeInWords = ({ latitude, longitude }: Place): string =>
  `${Math.abs(latitude)}° ${latitude < 0 ? "S" : "N"}, ${Math.abs(longitude)}° ${longitude < 0 ? "W" : "E"}`
