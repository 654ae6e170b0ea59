/** Of this release: in the OpenAPI document, in metrics, and what `stowage --version` prints; as in package.json. */
export const version = "0.1.0"
