export interface OpenLinks {
  readonly downloads: number
  readonly uploads: number
  readonly end: string
}
