import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './practice-filters.module.css'
import { Run } from './run.tsx'
import { clearFirstSeed, firstSeed } from './select-questions.ts'
import type { Filters, SessionSettings } from './session-settings.ts'
import { isFiltered, needsLearner, useSessionSettings } from './session-settings.ts'

const ChosenFilters = lazy(async () => ({ default: (await import('./filter-fields.tsx')).ChosenFilters }))
const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }))
const MockTest = lazy(() => import('./mock-test.tsx'))
const ContinuedRun = lazy(async () => ({ default: (await import('./continued-run.tsx')).ContinuedRun }))
const DayRun = lazy(async () => ({ default: (await import('./continued-run.tsx')).DayRun }))
const ModeTitle = lazy(async () => ({ default: (await import('./learner-modes.tsx')).ModeTitle }))
const LearnersOnly = lazy(async () => ({ default: (await import('./learner-modes.tsx')).LearnersOnly }))

/**
 * Practice with the settings in the URL; other settings, or another round, start a new session. From its first answer the
 * URL names the session, so that it continues after a reload or Back.
 */
export function Practice() {
  const { practice } = useMessages()
  const session = useSession()
  const isKnown = useSessionKnown()
  const { settings, setFilters } = useSessionSettings()
  const [seed, setSeed] = useState(firstSeed)
  const [firstOfPage] = useState(seed)
  const choice = JSON.stringify(settings)
  useEffect(clearFirstSeed, [])
  const [search, setSearch] = useSearchParams()
  /** The session that began on this page, which the URL names since. */
  const [own, setOwn] = useState<string>()
  const named = search.get('run')
  const continues = named !== null && named !== own
  const key = `${seed} ${choice} ${continues ? named : ''}`
  const onBegun = (id: string) => {
    if (id === named) return
    setOwn(id)
    setSearch((before) => ({ ...Object.fromEntries(before), run: id }), { replace: true })
  }
  const uid = session?.uid
  const start = useEffectEvent((uid: string) => startSession(uid, settings))
  useEffect(() => (uid && choice ? start(uid) : undefined), [uid, choice])
  /** Questions whose solution was shown: answering them again is practice and isn't saved. */
  const [shown, setShown] = useState({ choice, ids: new Set<string>() })
  if (shown.choice !== choice) setShown({ choice, ids: new Set() })
  const onRestart = () => {
    setSeed(newId())
    // A step needs its missed questions answered correctly in a later session: this is one.
    if (settings.stepId !== null) setShown({ choice, ids: new Set() })
    setOwn(undefined)
    setSearch(
      (before) => {
        before.delete('run')
        return before
      },
      { replace: true },
    )
  }
  const chooser = isFiltered(settings) ? (
    <PracticeFilters filters={settings.filters} onChange={setFilters} />
  ) : (
    <Suspense fallback={<span />}>
      <ModeTitle settings={settings} />
    </Suspense>
  )
  const run = { settings, seed, shown: shown.ids, chooser, onBegun, onRestart }
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
        ) : continues ? (
          <ContinuedRun key={key} id={named} {...run} />
        ) : (settings.mode === 'guided' || settings.mode === 'interview') && seed === firstOfPage ? (
          <DayRun key={key} {...run} />
        ) : (
          <Run key={key} {...run} />
        )}
      </Suspense>
    </>
  )
}

/** Starts a learner's learning session, whose code a visitor doesn't need. @returns a function that ends it */
function startSession(uid: string, settings: SessionSettings): () => void {
  let isOver = false
  let end: (() => void) | undefined
  void import('./practice-session.ts')
    .then(({ startPracticeSession }) => {
      if (!isOver) end = startPracticeSession(uid, settings)
    })
    .catch(() => undefined)
  return () => {
    isOver = true
    end?.()
  }
}

/** A line that summarizes the filters; expands to change them. */
function PracticeFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { practice } = useMessages()
  const [isNeeded, setNeeded] = useState(Object.keys(filters).length > 0)
  return (
    // Its choices aren't part of the first load: few sessions change them.
    <details className={styles.filters} onToggle={() => setNeeded(true)}>
      <summary className={styles.summary}>
        <SlidersHorizontal aria-hidden size={16} />
        <span className="visually-hidden">{practice.filters}: </span>
        <span>
          {isNeeded ? (
            <Suspense>
              <ChosenFilters filters={filters} />
            </Suspense>
          ) : (
            practice.allPaths
          )}
        </span>
      </summary>
      {isNeeded && (
        <Suspense>
          <FilterFields filters={filters} onChange={onChange} />
        </Suspense>
      )}
    </details>
  )
}
