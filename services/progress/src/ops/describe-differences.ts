import type { Difference } from '@rehearse/event-store'

/** How the live read models differ from what the log makes of them, for a person to read. */
export function describeDifferences(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'No difference.'
  return differences
    .map(({ table, rows, owners, columns, examples }) => {
      const figures = Object.entries(columns).map(([column, count]) => `${column} in ${count}`)
      const title = `${table}: ${rows} rows of ${owners} learners differ (${figures.join(', ')})`
      const shown = examples.map((example) => `  ${describeExample(example)}`)
      return [title, ...shown, ...(rows > examples.length ? ['  …'] : [])].join('\n')
    })
    .join('\n')
}

function describeExample({ live, shadow }: Difference['examples'][number]): string {
  const [is, should] = [live, shadow] as (Record<string, unknown> | null)[]
  const row = is ?? should ?? {}
  const owner = row.learner_id ?? Object.values(row)[0]
  if (!is) return `${owner}: lacks ${JSON.stringify(should)}`
  if (!should) return `${owner}: has ${JSON.stringify(is)}, which nothing has led to`
  const differing = Object.keys(should).filter(
    (name) => JSON.stringify(is[name]) !== JSON.stringify(should[name]),
  )
  return `${owner}: ${differing
    .map((name) => `${name} is ${JSON.stringify(is[name])} and should be ${JSON.stringify(should[name])}`)
    .join(', ')}`
}
