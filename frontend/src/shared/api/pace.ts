import type { Pace } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.ts'
import { todayQuery } from './study.ts'

/** How long the learner takes; undefined for a visitor, and while it loads. */
export function usePace(): Pace | undefined {
  const uid = useSession()?.uid
  return useQuery({ ...todayQuery(uid ?? ''), enabled: uid !== undefined, staleTime: 60_000 }).data?.pace
}
