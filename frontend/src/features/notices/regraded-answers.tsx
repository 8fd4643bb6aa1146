import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { PagedSection } from '../../shared/ui/paged-section.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Notice } from './notice.tsx'
import { useNoticeMessages } from './notice-messages.ts'
import { firstPage, regradesQuery } from './notice-queries.ts'
import styles from './notices.module.css'

/** Answers whose grade has changed since, because the key of their question was wrong. */
export function RegradedAnswers({ uid, news }: { uid: string; news: ReadonlySet<string> }) {
  const messages = useNoticeMessages()
  const format = useFormat()
  const [span, setSpan] = useState(firstPage)
  const { data, error, refetch } = useQuery(regradesQuery(uid, span))
  if (!data) {
    return error ? (
      <LoadFailed title={messages.regradesFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton heights={[8]} />
    )
  }
  if (data.notices.length === 0) return null
  return (
    <PagedSection
      className={styles.section}
      title={messages.regrades}
      pagination={data.pagination}
      showing={messages.showingRegrades}
      onTurn={setSpan}
    >
      {data.notices.map(({ id, title, at, answeredAt, isCorrect, points }) => (
        <Notice
          key={id}
          title={title === '' ? messages.erasedQuestion : <InlineCode text={title} />}
          line={messages.regradedOn(format.date(at))}
          tag={points !== 0 && <Tag>{messages.points(points, format.signed(points))}</Tag>}
          isNew={news.has(at)}
        >
          <p>
            {isCorrect
              ? messages.nowRight(format.date(answeredAt))
              : messages.nowWrong(format.date(answeredAt))}
          </p>
        </Notice>
      ))}
    </PagedSection>
  )
}
