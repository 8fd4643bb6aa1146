import type { Challenge, ChallengeSummary } from '@rehearse/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { challengeProgressQuery, isDone } from '../../shared/api/challenges.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { challengesQuery } from './api.ts'
import styles from './challenge-page.module.css'
import { starterOf, type Texts } from './code.ts'
import { useCodingMessages } from './messages.en.ts'
import { readWritten } from './use-draft.ts'

/** The steps of a challenge's project, as links. */
export function ProjectSteps({ challenge }: { challenge: Challenge }) {
  const coding = useCodingMessages()
  const format = useFormat()
  const steps = useSteps(challenge)
  const { data: progress } = useQuery(challengeProgressQuery(useSession()?.uid))
  if (!challenge.project || steps.length === 0) return null
  return (
    <nav aria-label={challenge.project.title} className={styles.project}>
      <ol className={classNames('plain-list', styles.steps)}>
        {steps.map(({ id, title, project }) => (
          <li key={id}>
            <Link to={`/coding/${id}`} aria-current={id === challenge.id ? 'step' : undefined}>
              <span data-numeric>{coding.projectStep(format.number(project?.step ?? 0))}</span>{' '}
              <bdi>{title}</bdi>
            </Link>
            {isDone(progress?.get(id)) && <Check role="img" aria-label={coding.done} size={16} />}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Offers the learner's code of the step before: a step starts with the solution of that step. */
export function CarryCode({ challenge, onTake }: { challenge: Challenge; onTake: (texts: Texts) => void }) {
  const coding = useCodingMessages()
  const format = useFormat()
  const uid = useSession()?.uid
  const steps = useSteps(challenge)
  const { data: progress } = useQuery(challengeProgressQuery(uid))
  const before = steps.findLast(({ project }) => (project?.step ?? 0) < (challenge.project?.step ?? 0))
  const taking = useMutation({
    mutationFn: async (id: string) => {
      const [starter, written] = [starterOf(challenge), await readWritten(id)]
      return Object.fromEntries(Object.entries(written).filter(([path]) => path in starter))
    },
    networkMode: 'always',
    onSuccess: onTake,
  })
  if (!before || !isDone(progress?.get(before.id))) return null
  return (
    <p className={styles.carry}>
      <Button size="small" pending={taking.isPending} onClick={() => taking.mutate(before.id)}>
        {coding.carryCode(format.number(before.project?.step ?? 0))}
      </Button>
      {taking.isError && <span role="alert">{coding.carryFailed}</span>}
    </p>
  )
}

function useSteps({ project }: Challenge): ChallengeSummary[] {
  const { data: challenges } = useQuery({ ...challengesQuery, enabled: project !== undefined })
  return (challenges ?? [])
    .filter((one) => project !== undefined && one.project?.id === project.id)
    .sort((one, other) => (one.project?.step ?? 0) - (other.project?.step ?? 0))
}
