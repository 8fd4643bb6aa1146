import type { Projection } from '@rehearse/event-store'
import { backgroundProjections } from '../read-models/background-projections.ts'
import { projections } from '../read-models/projections.ts'
import type { ProgressTables } from '../tables.ts'
import { UsageError } from './run-operation.ts'

/** Those that are folded with the append, and those that follow it. */
const everyProjection: readonly Projection<ProgressTables>[] = [...projections, ...backgroundProjections]

export const projectionNames = [...everyProjection.map(({ name }) => name), 'all'].join(', ')

/** The projection of that name, or all of them. */
export function chooseProjections(name: string | undefined): readonly Projection<ProgressTables>[] {
  const chosen = everyProjection.filter((projection) => name === 'all' || projection.name === name)
  if (chosen.length === 0) {
    throw new UsageError(name === undefined ? 'Which projection?' : `There is no projection ${name}.`)
  }
  return chosen
}
