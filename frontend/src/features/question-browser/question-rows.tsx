import type { PublicQuestion, QuestionMark } from '@rehearse/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Check, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { learnerApi } from '../../shared/api/client.ts'
import { useSession } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { firstLine } from '../../shared/ui/markdown/first-line.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { useQuestionBrowserMessages } from './messages.en.ts'
import styles from './question-browser.module.css'

/** Questions to scan: title, first line, topic and difficulty, and whether the learner has answered them. */
export function QuestionRows({ questions }: { questions: readonly PublicQuestion[] }) {
  return <Rows questions={questions} marks={useMarks(questions)} />
}

function Rows({
  questions,
  marks,
}: {
  questions: readonly PublicQuestion[]
  marks: ReadonlyMap<string, boolean>
}) {
  return (
    <ol className={classNames('plain-list', styles.rows)}>
      {questions.map((question) => (
        <QuestionRow key={question.id} question={question} mark={marks.get(question.id)} />
      ))}
    </ol>
  )
}

/** A long list, folded by category: the first is open. */
export function QuestionGroups({ questions }: { questions: readonly PublicQuestion[] }) {
  const { common } = useMessages()
  const messages = useQuestionBrowserMessages()
  const marks = useMarks(questions)
  const categories = [...new Set(questions.map(({ category }) => category))]
  return categories.map((category, at) => {
    const members = questions.filter((question) => question.category === category)
    const correct = members.filter(({ id }) => marks.get(id)).length
    return (
      <details key={category} open={at === 0} className={styles.group}>
        <summary>
          <h2 dir="auto">{category}</h2>
          <span data-numeric className={styles.text}>
            {correct > 0 ? messages.listDone(correct, members.length) : common.questions(members.length)}
          </span>
        </summary>
        <Rows questions={members} marks={marks} />
      </details>
    )
  })
}

function QuestionRow({
  question: { id, title, content, category, difficulty },
  mark,
}: {
  question: PublicQuestion
  mark: boolean | undefined
}) {
  const messages = useQuestionBrowserMessages()
  return (
    <li className={classNames(styles.row, mark === true && styles.done)}>
      <span className={styles.mark}>
        {mark === true && <Check role="img" aria-label={messages.correct} size={18} />}
        {mark === false && <RotateCcw role="img" aria-label={messages.incorrect} size={16} />}
      </span>
      <div className={styles.words}>
        <Link to={`/questions?question=${id}`} dir="auto">
          <InlineCode text={title} />
        </Link>
        <p dir="auto" className={styles.text}>
          <InlineCode text={firstLine(content)} />
        </p>
      </div>
      <p className={styles.facts}>
        <span dir="auto">{category}</span>
        <LevelDots level={difficulty} />
      </p>
    </li>
  )
}

/** Whether the latest answer to each question was correct; those never answered are absent. */
export function useMarks(questions: readonly PublicQuestion[] | undefined): ReadonlyMap<string, boolean> {
  const uid = useSession()?.uid
  const ids = questions?.map(({ id }) => id) ?? []
  const { data = none } = useQuery({ ...marksQuery(uid ?? '', ids), enabled: Boolean(uid) && ids.length > 0 })
  return new Map(data.map(({ questionId, isCorrect }) => [questionId, isCorrect]))
}

const none: readonly QuestionMark[] = []

const marksQuery = (uid: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['progress', uid, 'marks', ids],
    queryFn: async ({ signal }) =>
      (await learnerApi.get('/api/progress/questions', { query: { ids: ids.join(',') }, signal })).marks,
  })
