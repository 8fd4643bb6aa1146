import type { questionSearchReply } from '@rehearse/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminApi, learnerApi } from '../../shared/api/client.ts'
import { inOwnLanguage } from '../../shared/api/own-language.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useSettled } from '../../shared/ui/use-settled.ts'

export type Area = 'admin' | 'learner'

/** Milliseconds without a key before anybody is asked. */
const PAUSE = 200
const SHOWN = 8

/** Where a question is opened. */
export const addressOf: Readonly<Record<Area, (id: string) => string>> = {
  admin: (id) => `/admin/questions/unified?open=edit:${id}`,
  learner: (id) => `/questions?question=${id}`,
}

/** The questions that are found by what was typed, best first; none for an empty term. */
export function useFoundQuestions(area: Area, typed: string) {
  const term = useSettled(typed.trim(), PAUSE)
  const api = area === 'admin' ? adminApi : learnerApi
  return useQuery({
    queryKey: [area, 'command-palette', term],
    queryFn: async ({ signal }) => {
      const query = { search: term, pageSize: SHOWN, ...(area === 'learner' && inOwnLanguage()) }
      const path = '/api/questions/unified/search'
      return (await api.get<Reply<typeof questionSearchReply>>(path, { query, signal })).data
    },
    enabled: term !== '',
    // What was found before stays while the next is looked for.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
