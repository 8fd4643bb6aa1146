import type pg from 'pg'

/**
 * What has to change in a database because its NATS is another one now, in which positions begin anew.
 */
export async function settle(client: pg.Client): Promise<void> {
  // Whatever comes again comes now, and must be known then: these are forgotten by their age.
  await client.query('update consumed_message set consumed_at = now()')
  // A message is parked once for each place in a stream: the old places must not be taken for new ones.
  await client.query('update parked_message set stream_sequence = -id where stream_sequence > 0')
}
