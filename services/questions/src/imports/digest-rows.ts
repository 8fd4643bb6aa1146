import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ReadRows } from './import-row.ts'

/** How many rows are digested before others may run. */
const turn = 250

/** SHA-256 of all rows and errors: tells whether two imports are the same one, sent twice. */
export async function digestRows({ rows, errors }: ReadRows): Promise<string> {
  const hash = createHash('sha256')
  for (const [index, { row, options }] of rows.entries()) {
    if (index % turn === turn - 1) await setImmediate()
    hash.update(JSON.stringify([row, options]))
  }
  return hash.update(JSON.stringify(errors)).digest('hex')
}
