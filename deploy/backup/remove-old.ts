import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Names of backups created by `backUp`, including unfinished ones. */
const ours = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)(?:\.unfinished)?$/

/**
 * Deletes backups that are older than this many days, since they contain names of learners who were erased since.
 * Other files stay.
 * @returns the number of deleted backups
 */
export async function removeOld(folder: string, days: number, now: Date): Promise<number> {
  const before = now.getTime() - days * 24 * 60 * 60 * 1_000
  const old = (await readdir(folder)).filter((name) => (madeAt(name) ?? Number.POSITIVE_INFINITY) < before)
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return old.length
}

function madeAt(name: string): number | null {
  const [, day, hours, minutes, seconds] = ours.exec(name) ?? []
  return day === undefined ? null : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
}
