import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { newNoticesQuery, noticesSeen } from '../../shared/account/new-notices.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { useNoticeMessages } from './notice-messages.ts'
import { firstPage, ownReportsQuery, regradesQuery } from './notice-queries.ts'
import { OwnReports } from './own-reports.tsx'
import { RegradedAnswers } from './regraded-answers.tsx'

/** What happened to a learner's answers without their doing, and what came of what they reported. */
export function Notices() {
  const messages = useNoticeMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <OwnNotices key={uid} uid={uid} />}
    </LearnerOnly>
  )
}

function OwnNotices({ uid }: { uid: string }) {
  const messages = useNoticeMessages()
  const news = useNews(uid)
  const regrades = useQuery(regradesQuery(uid, firstPage))
  const reports = useQuery(ownReportsQuery(uid, firstPage))
  const isEmpty = regrades.data?.notices.length === 0 && reports.data?.data.length === 0
  return (
    <Page title={messages.title} lead={messages.lead}>
      {isEmpty && (
        <EmptyState
          title={messages.empty}
          text={messages.emptyText}
          action={<ButtonLink to="/questions">{messages.practise}</ButtonLink>}
        />
      )}
      <RegradedAnswers uid={uid} news={news} />
      <OwnReports uid={uid} news={news} />
    </Page>
  )
}

/** What was new when the page was opened stays marked while it is; nowhere else is it news any more. */
function useNews(uid: string): ReadonlySet<string> {
  const client = useQueryClient()
  const { data } = useQuery(newNoticesQuery(uid))
  const [news, setNews] = useState<ReadonlySet<string>>(new Set())
  const newest = data?.at(-1)
  useEffect(() => {
    if (!data || newest === undefined) return
    setNews((before) => new Set([...before, ...data]))
    noticesSeen(client, uid, newest)
  }, [client, uid, data, newest])
  return news
}
