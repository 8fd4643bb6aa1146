import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useSession, useSessionKnown } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { firstSeed, forgetFirstSeed } from './first-seed.ts'
import { PracticeFilters } from './practice-filters.tsx'
import { isFiltered, needsLearner, useRound } from './round.ts'
import { Run } from './run.tsx'
import { beginSitting } from './sitting.ts'

const MockTest = lazy(() => import('./mock-test.tsx'))
const RoundTitle = lazy(() => import('./round-title.tsx'))
const LearnersOnly = lazy(() => import('./learners-only.tsx'))

/** Practice as the address asks for it: another choice, or another round, is a new run. */
export function Practice() {
  const { practice } = useMessages()
  const session = useSession()
  const isKnown = useSessionKnown()
  const { round, setFilters } = useRound()
  const [seed, setSeed] = useState(firstSeed)
  const choice = JSON.stringify(round)
  useEffect(forgetFirstSeed, [])
  const key = `${seed} ${choice}`
  const uid = session?.uid
  const sitDown = useEffectEvent((uid: string) => beginSitting(uid, round))
  useEffect(() => (uid && choice ? sitDown(uid) : undefined), [uid, choice])
  const onAgain = () => setSeed(newId())
  const chooser = isFiltered(round) ? (
    <PracticeFilters filters={round.filters} onChange={setFilters} />
  ) : (
    <Suspense fallback={<span />}>
      <RoundTitle round={round} />
    </Suspense>
  )
  const coming = <Skeleton heights={[2.75, 8, 8]} />
  return (
    <>
      <PageTitle>{practice.title}</PageTitle>
      <Suspense fallback={coming}>
        {!isKnown ? (
          // What is drawn for a visitor would be taken away again, and with it what was chosen.
          coming
        ) : needsLearner(round) && !session ? (
          <LearnersOnly />
        ) : round.mode === 'mock' ? (
          <MockTest key={key} round={round} seed={seed} chooser={chooser} onAgain={onAgain} />
        ) : (
          <Run key={key} round={round} seed={seed} chooser={chooser} onAgain={onAgain} />
        )}
      </Suspense>
    </>
  )
}
