import type { Interview, InterviewTrack } from '@rehearse/contracts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../api/client.ts'
import { interviewQuery } from '../api/interview.ts'
import { todayQuery } from '../api/study.ts'

/** How many questions the learner would answer correctly, by topic, and the mock exams that tested it. */
export const forecastQuery = (uid: string) =>
  queryOptions({
    queryKey: ['progress', uid, 'forecast'],
    queryFn: ({ signal }) => learnerApi.get('/api/progress/forecast', { signal }),
  })

export interface InterviewChoice {
  date: string
  learningPaths: readonly string[]
  minutesPerDay: number
  timeZone: string
  track: InterviewTrack | null
}

/** The plan of an interview, without setting it. */
export const previewQuery = (uid: string, body: InterviewChoice) =>
  queryOptions({
    queryKey: ['progress', uid, 'interview', 'preview', body],
    queryFn: async ({ signal }) =>
      (await learnerApi.put('/api/progress/interview', { body: { ...body, dryRun: true }, signal }))
        .interview,
    staleTime: 60_000,
    gcTime: 0,
    retry: false,
  })

/** Sets the interview, replacing the one before, and shows its plan everywhere. */
export async function storeInterview(client: QueryClient, uid: string, body: InterviewChoice): Promise<void> {
  const { interview } = await learnerApi.put('/api/progress/interview', { body })
  show(client, uid, interview)
}

/** Removes the date: its plan and calendar feed end, and the reserved questions are released. */
export async function removeInterview(client: QueryClient, uid: string): Promise<void> {
  await learnerApi.delete('/api/progress/interview')
  show(client, uid, null)
}

/** Creates or revokes the private link to the plan's calendar. */
export async function changeCalendar(
  client: QueryClient,
  uid: string,
  action: 'create' | 'revoke',
): Promise<void> {
  const path = '/api/progress/interview/calendar'
  const { url } = await (action === 'create' ? learnerApi.post(path) : learnerApi.delete(path))
  client.setQueryData(
    interviewQuery(uid).queryKey,
    (interview) => interview && { ...interview, calendar: { url } },
  )
}

function show(client: QueryClient, uid: string, interview: Interview | null): void {
  client.setQueryData(interviewQuery(uid).queryKey, interview)
  void client.invalidateQueries({ queryKey: forecastQuery(uid).queryKey })
  void client.invalidateQueries({ queryKey: todayQuery(uid).queryKey })
}
