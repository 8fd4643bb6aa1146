import { statfs } from 'node:fs/promises'
import { gaugeAtScrape, type Registry } from '@rehearse/service-kit/observability/metrics'

/** The room on the disk of a folder: on one machine mostly that of Postgres and NATS, too. */
export function observeDisk(registry: Registry, folder: string): void {
  gaugeAtScrape(
    registry,
    {
      name: 'disk_bytes',
      help: 'The disk of MEDIA_DIR: all of it, and what is free for us',
      labelNames: ['state'],
    },
    async () => {
      const { bsize, blocks, bavail } = await statfs(folder)
      return [
        [{ state: 'all' }, blocks * bsize],
        [{ state: 'free' }, bavail * bsize],
      ]
    },
  )
}
