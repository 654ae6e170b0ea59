import { Effect, Layer } from "effect"
import { GatewayQuestion, type QuestionEnd } from "#services/gateways/endpoints/GatewayQuestion.ts"
import { isUnreachable } from "../gateway/failures.ts"
import { GatewayHttp } from "./GatewayHttp.ts"

/** Sends an anonymous `GET /` on a new connection, since an idle one may be silent. Any answer counts. */
export const GatewayQuestionHttp = Layer.effect(GatewayQuestion, Effect.map(GatewayHttp, (http) => ({ url, userSupplied, verifyTls }) =>
  http.open("rgw.Question", { method: "GET", url, path: "/", query: {}, region: "", service: "s3", key: null, form: null, userSupplied, alone: true }, verifyTls).pipe(
    Effect.map(({ body }): QuestionEnd => {
      body.on("error", () => undefined).destroy()
      return "answered"
    }),
    Effect.catch((error) => Effect.succeed<QuestionEnd>(isUnreachable(error) ? "unreached" : error._tag === "StorageTimeout" ? "silent" : "answered"))
  )))
