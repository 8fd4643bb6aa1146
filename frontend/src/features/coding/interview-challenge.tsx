import { useQuery } from '@tanstack/react-query'
import { challengeProgressQuery } from '../../shared/api/challenges.ts'
import { useSession } from '../../shared/api/session.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { challengeQuery } from './api.ts'
import { useCodingMessages } from './messages.en.ts'
import { Workbench } from './workbench.tsx'

/** The workbench of a challenge in a mock interview: without hints, solutions and a timer of its own. */
export function InterviewChallenge({
  id,
  onTested,
}: {
  id: string
  onTested: (tests: { passed: number; total: number }) => void
}) {
  const coding = useCodingMessages()
  const uid = useSession()?.uid
  const { data: challengeProgress } = useQuery(challengeProgressQuery(uid))
  const { data: challenge, error, refetch } = useQuery(challengeQuery(id, uid))
  if (challenge) {
    return <Workbench challenge={challenge} progress={challengeProgress?.get(id)} onTested={onTested} />
  }
  if (error) {
    return <LoadFailed title={coding.challengeFailed} error={error} onRetry={() => void refetch()} />
  }
  return <Skeleton heights={[6, 20]} />
}
