import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * How both ends of a connection to Postgres find out within half a minute that the other is gone, though nobody said
 * so: a cable was pulled, a machine was lost. Left to the operating system it takes a quarter of an hour for us, and two
 * hours for Postgres, in which a session of ours that is no more would hold its locks against all other replicas.
 */
export const noticingSilentLoss = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  options: [
    // Nothing is under way: it asks whether we are still there.
    'tcp_keepalives_idle=10',
    'tcp_keepalives_interval=5',
    'tcp_keepalives_count=3',
    // It has sent something and hears nothing of it; where the system knows of no such limit, that is no fault.
    'tcp_user_timeout=25000',
  ]
    .map((setting) => `-c ${setting}`)
    .join(' '),
} satisfies pg.ClientConfig

/** Gives a connection up when Postgres owes it an answer and has said nothing for so many milliseconds. */
export function giveUpWhenSilent(client: pg.PoolClient, milliseconds: number): void {
  const inside = client as unknown as { connection: { stream: Socket }; readyForQuery: boolean | null }
  const { stream } = inside.connection
  stream.setTimeout(milliseconds).on('timeout', () => {
    // Nothing was asked, so nothing is owed.
    if (inside.readyForQuery === true) return
    stream.destroy(new Error(`the database was silent for ${milliseconds / 1_000} s`))
  })
}
