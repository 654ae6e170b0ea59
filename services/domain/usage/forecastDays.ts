export const FORECAST_DAYS = 30
/** With fewer measured days a forecast is unknown. */
export const MIN_FORECAST_DAYS = 7
