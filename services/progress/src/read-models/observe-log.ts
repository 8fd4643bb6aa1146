import type { Backend } from '@rehearse/service-kit'
import { gaugeAtScrape } from '@rehearse/service-kit/observability/metrics'
import type { ProgressTables } from '../tables.ts'
import { type Positions, readPositions } from './read-positions.ts'

/** How far the log has come, and how far each of its readers: read models and the relay. */
export function observeLog({ metrics, database }: Backend<ProgressTables>): void {
  let reading: Promise<Positions> | null = null
  // Two gauges, which are read together: one look at the database serves both.
  const read = () => {
    reading ??= readPositions(database.db).finally(() => {
      reading = null
    })
    return reading
  }
  gaugeAtScrape(
    metrics,
    { name: 'event_log_position', help: 'Global position of the newest event', labelNames: [] },
    async () => [[{}, (await read()).log]],
  )
  gaugeAtScrape(
    metrics,
    {
      name: 'projection_position',
      help: 'Global position of the newest event that a reader of the log has dealt with',
      labelNames: ['projection'],
    },
    async () => {
      const { readers } = await read()
      return readers.map(({ name, position }) => [{ projection: name }, position])
    },
  )
}
