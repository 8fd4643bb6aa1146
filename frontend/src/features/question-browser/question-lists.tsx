import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useReservedIds, withoutReserved } from '../../shared/api/interview.ts'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed, Loading } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useQuestionBrowserMessages } from './messages.en.ts'
import styles from './question-browser.module.css'
import { QuestionGroups, QuestionRows, useMarks } from './question-rows.tsx'

/** Longer lists are folded by category: on a phone they would fill many screens. */
const UNFOLDED_MAX = 30

/** Curated lists of questions. */
export function QuestionLists() {
  const { common } = useMessages()
  const messages = useQuestionBrowserMessages()
  const query = useQuery({
    queryKey: ['catalogue', 'question-lists'],
    queryFn: async ({ signal }) => (await learnerApi.get('/api/question-lists', { signal })).data,
  })
  const { data } = query
  return (
    <Page title={messages.listsTitle} lead={messages.listsLead}>
      <Loading query={query} heights={[5, 5]} />
      {data?.length === 0 && (
        <EmptyState
          title={messages.noListsTitle}
          text={messages.noListsText}
          action={
            <ButtonLink to="/questions/all" variant="primary">
              {messages.allTitle}
            </ButtonLink>
          }
        />
      )}
      {data && data.length > 0 && (
        <ul className={classNames('plain-list', styles.rows)}>
          {data.map(({ id, title, description, questions }) => (
            <li key={id} className={styles.list}>
              <div>
                <h2 dir="auto">
                  <Link to={`/questions/lists/${id}`}>{title}</Link>
                </h2>
                <p dir="auto" className={styles.text}>
                  {description}
                </p>
              </div>
              <p data-numeric className={styles.text}>
                {common.questions(questions.length)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

/** A list with its questions, and how many are done. */
export function QuestionListPage() {
  const messages = useQuestionBrowserMessages()
  const session = useSession()
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogue', 'question-lists', id],
    queryFn: async ({ signal }) => {
      const [list, questions] = await Promise.all([
        learnerApi.get(`/api/question-lists/${id}`, { signal }),
        learnerApi.get(`/api/question-lists/${id}/questions`, { signal }),
      ])
      return { ...list.data, questions: questions.data }
    },
  })
  const reserved = useReservedIds()
  const questions = data && reserved && withoutReserved(data.questions, reserved)
  const marks = useMarks(questions)
  if (!questions) {
    const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
    return (
      <Page title={messages.listsTitle}>
        {!error && <Skeleton heights={[3, 4, 4, 4]} />}
        {error && !isMissing && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {isMissing && (
          <EmptyState
            title={messages.missingTitle}
            text={messages.missingText}
            action={
              <ButtonLink to="/questions/lists" variant="primary">
                {messages.listsTitle}
              </ButtonLink>
            }
          />
        )}
      </Page>
    )
  }
  const { title, description } = data
  const correct = questions.filter((question) => marks.get(question.id)).length
  return (
    <Page
      title={title}
      lead={description}
      actions={
        <ButtonLink to={`/questions?list=${encodeURIComponent(id)}`} variant="primary">
          {messages.practice}
        </ButtonLink>
      }
    >
      {session && (
        <div className={styles.progress}>
          <p data-numeric>{messages.listDone(correct, questions.length)}</p>
          <Meter label={title} value={correct} max={questions.length} />
        </div>
      )}
      {questions.length < data.questions.length && (
        <p className={styles.text}>{messages.reserved(data.questions.length - questions.length)}</p>
      )}
      {questions.length > UNFOLDED_MAX ? (
        <QuestionGroups questions={questions} />
      ) : (
        <QuestionRows questions={questions} />
      )}
    </Page>
  )
}
