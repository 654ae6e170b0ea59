export interface OwnerTraffic {
  readonly day: string
  readonly owner: string
  readonly operations: number
  readonly successful_operations: number
  readonly bytes_sent: number
  readonly bytes_received: number
}
