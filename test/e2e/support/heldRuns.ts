import type { OwnDatabase } from "../../support/ownDatabase.ts"

/** Blocks runs: an idle runner takes new ones until `release`. Their state can be changed meanwhile. */
export const heldRuns = ({ query }: Pick<OwnDatabase, "query">) => ({
  hold: async (): Promise<void> => {
    await query(`create or replace function hold_run() returns trigger language plpgsql as $$ begin
      new.state := 'running'; new.runner := gen_random_uuid(); new.lease_until := now() + interval '1 day'; return new;
    end $$`)
    await query(
      `create or replace trigger hold_run before update on work_runs for each row
        when (old.state = 'planning' and new.state = 'queued') execute function hold_run()`
    )
  },
  release: async (): Promise<void> => {
    await query("drop trigger hold_run on work_runs")
    await query(
      "update work_runs set lease_until = now() - interval '1 second' where lease_until > now() + interval '1 hour'"
    )
  },
  underWay: async (): Promise<number> =>
    Number((await query<{ count: string }>("select count(*) from work_runs where ended_at is null")).rows[0]?.count)
})
