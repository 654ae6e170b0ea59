export const SET_BY_ENVIRONMENT =
  "Set by the environment: ENV_STORAGE_ENDPOINTS of the service says what this " +
  "endpoint is. Change it there, and restart."
