import { assert, describe, it } from "@effect/vitest"
import { Duration, Schema } from "effect"
import { settlingTime } from "#domain/platform/audit/settling.ts"
import {
  Conflict,
  type DomainError,
  InvalidInput,
  NotFound,
  StorageError,
  StorageTimeout,
  Unavailable
} from "#domain/platform/errors/Errors.ts"
import { isOutOfAttempts, isTransient, retryPause, MAX_ATTEMPTS } from "#domain/platform/work/retryPolicy.ts"

const seconds = Duration.seconds
const conflict = new Conflict({ code: "state_conflict", detail: "" })
const timedOut = new StorageTimeout({ operation: "o" })
const away = new Unavailable({ detail: "" })
const storage = (status: number | null, code = "X") =>
  new StorageError({ operation: "o", storage_code: code, storage_status: status, storage_request_id: null, detail: "" })
const passing: ReadonlyArray<DomainError> = [timedOut, away, conflict, storage(503), storage(null)]
const lasting: ReadonlyArray<DomainError> = [
  new NotFound({ entity: "e", id: "1" }),
  InvalidInput.at("a", "b"),
  new Conflict({ code: "already_exists", detail: "" }),
  storage(403),
  storage(501),
  storage(null, "CertificateRefused")
]

const Timeout = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 300 }))
const Try = Schema.Literals(["killed", "timed out", "away", "done"])
/** Seconds after its holder's death. */
const lease = 15

const story = (
  timeout: number,
  script: ReadonlyArray<typeof Try.Type>
): { readonly end: "done" | "given up" | DomainError["_tag"]; readonly tried: number } => {
  const settling = Duration.toSeconds(settlingTime(seconds(timeout)))
  let [now, attempts, ended, step] = [0, 0, false, 0]
  let open: number | null = null
  while (true) {
    if (isOutOfAttempts(attempts, ended)) return { end: "given up", tried: attempts }
    const earlier = attempts++
    let error: DomainError
    if (open !== null && now - open < settling) error = conflict
    else {
      const what = script[step++] ?? "done"
      if (what === "done") return { end: "done", tried: attempts }
      if (what === "killed") {
        now += lease
        open = now
        ended = false
        continue
      }
      if (what === "timed out") {
        now += timeout
        open = now
      }
      error = what === "away" ? away : timedOut
    }
    const pause = retryPause(error, earlier, seconds(settling))
    if (pause === null) return { end: error._tag, tried: attempts }
    now += Duration.toSeconds(pause)
    ended = true
  }
}

describe("an item of long work that failed", () => {
  it("is tried again after what passes by itself, later and later, and after nothing else", () => {
    assert.deepStrictEqual(
      passing.map(isTransient),
      passing.map(() => true)
    )
    assert.deepStrictEqual(
      lasting.map((error) => retryPause(error, 0, seconds(60))),
      lasting.map(() => null)
    )
    for (const error of passing) {
      assert.deepStrictEqual(
        [0, 1, 2, 3].map((attempts) => Duration.toSeconds(retryPause(error, attempts, seconds(60))!)),
        [5, 15, 45, 60]
      )
      assert.isNull(retryPause(error, MAX_ATTEMPTS, seconds(60)), "there is one last try at most")
    }
  })

  it.prop(
    "is tried once more past the last try where something was left open, once that has settled",
    { timeout: Timeout },
    ({ timeout }) => {
      const settling = settlingTime(seconds(timeout))
      for (const error of [timedOut, conflict, storage(503), storage(null)]) {
        assert.isTrue(Duration.isGreaterThan(retryPause(error, MAX_ATTEMPTS - 1, settling)!, settling), error._tag)
      }
      assert.isNull(retryPause(away, MAX_ATTEMPTS - 1, settling), "nothing was sent")
    }
  )

  it.prop(
    "never fails for an earlier change that has not settled, however long a gateway may take",
    { timeout: Timeout, script: Schema.Array(Try).check(Schema.isMaxLength(8)) },
    ({ script, timeout }) => {
      const { end, tried } = story(timeout, script)
      assert.notStrictEqual(end, "Conflict")
      assert.isAtMost(tried, MAX_ATTEMPTS + 1)
      if (end === "given up") assert.include(script, "killed")
    }
  )

  it.prop("comes to its end after one kill, whatever the time-out", { timeout: Timeout }, ({ timeout }) =>
    assert.strictEqual(story(timeout, ["killed"]).end, "done")
  )

  it("is given up once it ended its process at every try", () => {
    assert.deepStrictEqual(story(20, Array(12).fill("killed")).end, "given up")
    assert.deepStrictEqual(
      [
        isOutOfAttempts(MAX_ATTEMPTS - 1, false),
        isOutOfAttempts(MAX_ATTEMPTS, false),
        isOutOfAttempts(MAX_ATTEMPTS, true)
      ],
      [false, true, false]
    )
  })
})
