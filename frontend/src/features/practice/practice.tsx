import { useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { PageTitle } from '../../shared/ui/page.tsx'
import { useFilters } from './filters.ts'
import { PracticeFilters } from './practice-filters.tsx'
import { Run } from './run.tsx'

/** Practice as the address asks for it: another choice, or another round, is a new run. */
export function Practice() {
  const { practice } = useMessages()
  const [filters, setFilters] = useFilters()
  const [seed, setSeed] = useState(newId)
  return (
    <>
      <PageTitle>{practice.title}</PageTitle>
      <Run
        key={`${seed} ${JSON.stringify(filters)}`}
        filters={filters}
        seed={seed}
        chooser={<PracticeFilters filters={filters} onChange={setFilters} />}
        onAgain={() => setSeed(newId())}
      />
    </>
  )
}
