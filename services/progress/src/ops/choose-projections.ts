import type { Projection } from '@rehearse/event-store'
import type { ProgressTables } from '../db/tables.ts'
import { projections } from '../projections/index.ts'
import { UsageError } from './run-operation.ts'

export const projectionNames = [...projections.map(({ name }) => name), 'all'].join(', ')

/** The projection of that name, or all of them. */
export function chooseProjections(name: string | undefined): readonly Projection<ProgressTables>[] {
  const chosen = projections.filter((projection) => name === 'all' || projection.name === name)
  if (chosen.length === 0) {
    throw new UsageError(name === undefined ? 'Which projection?' : `There is no projection ${name}.`)
  }
  return chosen
}
