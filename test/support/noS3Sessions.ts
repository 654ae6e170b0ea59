import { Layer } from "effect"
import { S3Sessions } from "#services/identity/sessions/S3Sessions.ts"

export const noS3Sessions = Layer.mock(S3Sessions, {})
