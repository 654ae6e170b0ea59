import { Effect, Layer } from "effect"
import { GatewayProbe, type ProbeOutcome } from "#services/gateways/endpoints/GatewayProbe.ts"
import { isUnreachable } from "../gateway/failures.ts"
import { GatewayHttp } from "./GatewayHttp.ts"

/** Sends an anonymous `GET /` on a new connection, since an idle one may be silent. Any answer counts. */
export const GatewayProbeHttp = Layer.effect(
  GatewayProbe,
  Effect.map(
    GatewayHttp,
    (http) =>
      ({ url, userSupplied, verifyTls }) =>
        http
          .open(
            "rgw.Question",
            {
              method: "GET",
              url,
              path: "/",
              query: {},
              region: "",
              service: "s3",
              key: null,
              form: null,
              userSupplied,
              alone: true
            },
            verifyTls
          )
          .pipe(
            Effect.map(({ body }): ProbeOutcome => {
              body.on("error", () => undefined).destroy()
              return "answered"
            }),
            Effect.catch((error) =>
              Effect.succeed<ProbeOutcome>(
                isUnreachable(error) ? "unreached" : error._tag === "StorageTimeout" ? "silent" : "answered"
              )
            )
          )
  )
)
