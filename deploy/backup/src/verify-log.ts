import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Installation } from './installation.ts'

const program = join(import.meta.dirname, '../../../services/progress/src/ops/verify.ts')

/**
 * Replays the whole log and compares it with every figure, as `npm run progress:verify` does.
 * @returns what it says
 * @throws when anything differs
 */
export async function verifyLog({ databases, personalData }: Installation): Promise<string> {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      DATABASE_OWNER_URL: databases.progress,
      PERSONAL_DATA_SECRET: personalData?.secret,
      PERSONAL_DATA_SECRET_PREVIOUS: personalData?.previous,
    },
    // By the channel it notices that we are gone, however we went, and doesn't go on by itself.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')])
  if (code === 0) return said.trim()
  throw new Error(`The log does not make the figures that were restored:\n${said}`)
}
