export { ChartTable } from "./chart-table"
export { ShareChart } from "./share-chart"
export { type Measured, type Shares, sharesOf } from "./shares"
export type { Unit } from "./units"
