import { getPriority, setPriority } from 'node:os'

/** Added to the niceness of the process: on a busy machine the thread gets about a third of a normal share. */
const niceness = 5
/** The lowest priority that Linux has. */
const nicenessMax = 19

/** Lets other threads go first. Only Linux has a priority per thread; elsewhere it would slow down the whole process. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(nicenessMax, getPriority() + niceness))
}
