import { Layer } from "effect"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"

/** For tests in which nobody signs in with S3 keys: whoever asks all the same ends with a defect. */
export const noS3Sessions = Layer.mock(S3Sessions, {})
