export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** Half a degree per unit. */
export const [MAP_WIDTH, MAP_HEIGHT] = [720, 360] as const

export const onMap = ({ latitude, longitude }: Coordinates) => ({ x: (longitude + 180) * 2, y: (90 - latitude) * 2 })

const within = (value: number, most: number) => Math.min(most, Math.max(-most, Math.round(value * 100) / 100))

export const placeAt = (left: number, top: number): Coordinates => ({
  latitude: within(90 - top * 180, 90),
  longitude: within(left * 360 - 180, 180)
})

export const movePlace = ({ latitude, longitude }: Coordinates, north: number, east: number): Coordinates => {
  const around = longitude + east
  return {
    latitude: within(latitude + north, 90),
    longitude: within(around > 180 ? around - 360 : around < -180 ? around + 360 : around, 180)
  }
}

export const placeInWords = ({ latitude, longitude }: Coordinates): string =>
  `${Math.abs(latitude)}° ${latitude < 0 ? "S" : "N"}, ${Math.abs(longitude)}° ${longitude < 0 ? "W" : "E"}`
