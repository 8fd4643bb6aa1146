import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { categoriesQuery, learningPathsQuery } from '../../shared/api/catalog.ts'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './practice-filters.module.css'
import { startPracticeSession } from './practice-session.ts'
import { Run } from './run.tsx'
import { clearFirstSeed, firstSeed } from './select-questions.ts'
import type { Filters } from './session-settings.ts'
import { isFiltered, needsLearner, useSessionSettings } from './session-settings.ts'

const MockTest = lazy(() => import('./mock-test.tsx'))
const ModeTitle = lazy(async () => ({ default: (await import('./learner-modes.tsx')).ModeTitle }))
const LearnersOnly = lazy(async () => ({ default: (await import('./learner-modes.tsx')).LearnersOnly }))

/** Practice with the settings in the URL; other settings, or another round, start a new session. */
export function Practice() {
  const { practice } = useMessages()
  const session = useSession()
  const isKnown = useSessionKnown()
  const { settings, setFilters } = useSessionSettings()
  const [seed, setSeed] = useState(firstSeed)
  const choice = JSON.stringify(settings)
  useEffect(clearFirstSeed, [])
  const key = `${seed} ${choice}`
  const uid = session?.uid
  const start = useEffectEvent((uid: string) => startPracticeSession(uid, settings))
  useEffect(() => (uid && choice ? start(uid) : undefined), [uid, choice])
  /** Questions whose solution was shown: answering them again is practice and isn't saved. */
  const [shown, setShown] = useState({ choice, ids: new Set<string>() })
  if (shown.choice !== choice) setShown({ choice, ids: new Set() })
  const onRestart = () => setSeed(newId())
  const chooser = isFiltered(settings) ? (
    <PracticeFilters filters={settings.filters} onChange={setFilters} />
  ) : (
    <Suspense fallback={<span />}>
      <ModeTitle settings={settings} />
    </Suspense>
  )
  const placeholder = <Skeleton heights={[2.75, 8, 8]} />
  return (
    <>
      <PageTitle>{practice.title}</PageTitle>
      <Suspense fallback={placeholder}>
        {!isKnown ? (
          // While the profile loads, show nothing for visitors: it would be replaced, along with any choice made.
          placeholder
        ) : needsLearner(settings) && !session ? (
          <LearnersOnly />
        ) : settings.mode === 'mock' ? (
          <MockTest key={key} settings={settings} seed={seed} chooser={chooser} onRestart={onRestart} />
        ) : (
          <Run
            key={key}
            settings={settings}
            seed={seed}
            shown={shown.ids}
            chooser={chooser}
            onRestart={onRestart}
          />
        )}
      </Suspense>
    </>
  )
}

/** A line that summarizes the filters; expands to change them. */
function PracticeFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { practice, difficulty } = useMessages()
  const [isNeeded, setNeeded] = useState(Object.keys(filters).length > 0)
  const { data: paths = [] } = useQuery({ ...learningPathsQuery, enabled: isNeeded })
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: isNeeded })
  const levels = (['beginner', 'intermediate', 'advanced'] as const).map((level) => ({
    value: level,
    label: difficulty[level],
  }))
  const groups = [
    {
      name: 'learningPath',
      label: practice.learningPath,
      all: practice.allPaths,
      choices: paths.map((path) => ({ value: path.id, label: path.title })),
    },
    {
      name: 'category',
      label: practice.category,
      all: practice.allCategories,
      choices: categories.map((category) => ({ value: category.id, label: category.name })),
    },
    { name: 'difficulty', label: practice.difficulty, all: difficulty.all, choices: levels },
  ] as const

  const chosen = groups.flatMap(({ name, choices }) => {
    const value = filters[name]
    return value ? [choices.find((choice) => choice.value === value)?.label ?? value] : []
  })
  return (
    // Its choices aren't part of the first load: few sessions change them.
    <details className={styles.filters} onToggle={() => setNeeded(true)}>
      <summary className={styles.summary}>
        <SlidersHorizontal aria-hidden size={16} />
        <span className="visually-hidden">{practice.filters}: </span>
        <span>{chosen.length > 0 ? chosen.join(' · ') : practice.allPaths}</span>
      </summary>
      <div className={styles.fields}>
        {groups.map(({ name, label, all, choices }) => (
          <SelectField
            key={name}
            label={label}
            value={filters[name] ?? ''}
            onChange={(event) => onChange(withFilter(filters, name, event.target.value))}
            choices={[{ value: '', label: all }, ...choices]}
          />
        ))}
      </div>
    </details>
  )
}

function withFilter(filters: Filters, name: keyof Filters, value: string): Filters {
  const { [name]: _before, ...others } = filters
  return value === '' ? others : { ...others, [name]: value }
}
