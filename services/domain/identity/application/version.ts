/** Must equal package.json. */
export const version = "0.1.0"
