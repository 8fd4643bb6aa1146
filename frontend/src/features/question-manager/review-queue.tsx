import type { ReviewQueue as QueueName, ReviewedEntry, ReviewedQuestion } from '@rehearse/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useAdminSelf } from '../../shared/admin/admin-self.ts'
import { useCommentMessages } from '../../shared/admin/comments/messages.en.ts'
import styles from '../../shared/admin/review.module.css'
import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'
import { mayEdit, reviewsKey, StatusPanel, useEditorNames } from '../../shared/admin/status-panel.tsx'
import { adminApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { FieldList, useFieldChanges, useFieldTexts } from './field-diff.tsx'

const Discussion = lazy(() => import('../../shared/admin/comments/discussion.tsx'))

const queues = ['waiting', 'assigned', 'returned', 'submitted'] as const satisfies QueueName[]
/** Authors can't decide about questions. */
const authorQueues = ['returned', 'submitted'] as const satisfies QueueName[]

/** The content that waits for this editor: read what changed, comment, approve, return or schedule. */
export function ReviewQueue({
  preview,
  entry,
}: {
  preview: (question: ReviewedQuestion) => ReactNode
  /** A library entry, provided by another feature. */
  entry: (item: ReviewedEntry, onDone: (message: string) => void) => ReactNode
}) {
  const messages = useStatusMessages()
  const format = useFormat()
  const self = useAdminSelf()
  const { filters, page, pageSize, setPage } = useUrlPages(['queue'] as const)
  const offered = self.role === 'author' ? authorQueues : queues
  const queue = offered.find((name) => name === filters.queue) ?? offered[0]
  const query = useQuery({
    queryKey: [...reviewsKey, queue, page, pageSize],
    queryFn: ({ signal }) => adminApi.get('/api/admin/reviews', { query: { queue, page, pageSize }, signal }),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const [done, setDone] = useState<string>()
  const note = useRef<HTMLDivElement>(null)
  // The content has left the list, and with it the button that was pressed.
  useEffect(() => {
    if (done !== undefined) note.current?.focus()
  }, [done])
  return (
    <Page title={messages.title} lead={self.role === 'author' ? messages.authorLead : messages.lead}>
      <ViewLinks
        label={messages.title}
        views={offered.map((name) => ({
          to: `/admin/reviews?queue=${name}`,
          label: data
            ? messages.queueOf(messages.queues[name], format.number(data.counts[name]))
            : messages.queues[name],
          isCurrent: name === queue,
        }))}
      />
      <div ref={note} tabIndex={-1} className={styles.note}>
        {done !== undefined && (
          <Alert tone="success" onDismiss={() => setDone(undefined)}>
            {done}
          </Alert>
        )}
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[8, 8]} />
      {data?.pagination.totalCount === 0 && (
        <EmptyState
          title={messages.empty[queue]}
          action={<ButtonLink to="/admin/questions/unified">{messages.toQuestions}</ButtonLink>}
        />
      )}
      {data && data.pagination.totalCount > 0 && (
        <>
          <ul className={`plain-list ${styles.reviews}`}>
            {data.data.map((item) => {
              const onDone = (message: string) => setDone(`${item.title}: ${message}`)
              return (
                <li key={`${item.kind} ${item.id}`} className={styles.review}>
                  {item.kind === 'questions' ? (
                    <Review question={item} preview={preview} onDone={onDone} />
                  ) : (
                    entry(item, onDone)
                  )}
                </li>
              )
            })}
          </ul>
          <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
        </>
      )}
    </Page>
  )
}

function Review({
  question,
  preview,
  onDone,
}: {
  question: ReviewedQuestion
  preview: (question: ReviewedQuestion) => ReactNode
  onDone: (message: string) => void
}) {
  const messages = useStatusMessages()
  const self = useAdminSelf()
  const nameOf = useEditorNames()
  const [shown, setShown] = useState(false)
  const [discussed, setDiscussed] = useState(false)
  const { title: commentsTitle } = useCommentMessages()
  const { createdBy, category, approvedVersion } = question
  return (
    <>
      <h2 dir="auto">
        <InlineCode text={question.title} />
      </h2>
      <p className={styles.quiet}>
        {createdBy === null ? category : messages.writtenBy(nameOf(createdBy), category)}
      </p>
      {approvedVersion ? <Changes question={question} before={approvedVersion} /> : <p>{messages.isNew}</p>}
      <details className={styles.details} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary>{messages.whole}</summary>
        {shown && (
          <>
            {preview(question)}
            <Whole question={question} />
          </>
        )}
      </details>
      <details className={styles.details} onToggle={(event) => setDiscussed(event.currentTarget.open)}>
        <summary>{commentsTitle}</summary>
        {discussed && (
          <Suspense>
            <Discussion kind="questions" entryId={question.id} />
          </Suspense>
        )}
      </details>
      <StatusPanel content={question} onDone={onDone} />
      {mayEdit(question, self) && (
        <p className={styles.ways}>
          <Link to={`/admin/questions/unified?open=edit:${question.id}`}>{messages.edit}</Link>
        </p>
      )}
    </>
  )
}

/** The fields that differ from the last approved version. */
function Changes({
  question,
  before,
}: {
  question: ReviewedQuestion
  before: NonNullable<ReviewedQuestion['approvedVersion']>
}) {
  const messages = useStatusMessages()
  const changesBetween = useFieldChanges()
  const different = changesBetween(before, question).filter(
    ({ field }) => field !== 'approved' && field !== 'status',
  )
  if (different.length === 0) return <p>{messages.unchanged}</p>
  return (
    <>
      <p className={styles.quiet}>{messages.compared}</p>
      <FieldList fields={different} />
    </>
  )
}

/** What a learner doesn't see before answering: the key, the feedback and the explanation. */
function Whole({ question }: { question: ReviewedQuestion }) {
  const textsOf = useFieldTexts()
  const fields = textsOf(question).filter(
    ({ field, text }) => text !== '' && field !== 'title' && field !== 'status',
  )
  return <FieldList fields={fields} />
}
