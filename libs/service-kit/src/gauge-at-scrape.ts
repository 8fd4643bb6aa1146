import { Gauge, type Registry } from 'prom-client'
import { delay } from './delay.ts'

export type { Registry }

/** A series' labels, and its value now. */
export type Reading = readonly [labels: Readonly<Record<string, string>>, value: number]

/** Milliseconds that one may take to be read: a server that is away is told by other series. */
const patience = 2_000

/**
 * A gauge that is read when somebody asks for metrics. What can't be read then is left out, as a series that ends: an
 * old value would be a lie.
 */
export function gaugeAtScrape(
  registry: Registry,
  { name, help, labelNames }: { name: string; help: string; labelNames: readonly string[] },
  read: () => readonly Reading[] | Promise<readonly Reading[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset()
      const readings = await Promise.race([
        Promise.resolve()
          .then(read)
          .catch(() => []),
        delay(patience).then(() => []),
      ])
      for (const [labels, value] of readings) this.set(labels, value)
    },
  })
}
