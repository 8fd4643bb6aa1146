import type { PathStep } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Check, Circle, RotateCcw } from 'lucide-react'
import { inOwnLanguage } from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import styles from './course.module.css'
import { useCourseMessages } from './course-messages.en.ts'
import { practiceLabel, type StepState, stepPractice } from './step-practice.ts'

/** The step to do now, open on its path: how its lesson begins, and its questions. */
export function CurrentStep({
  pathId,
  step: { id, lesson, questionIds },
  state,
}: {
  pathId: string
  step: PathStep
  state: StepState | undefined
}) {
  const messages = useCourseMessages()
  const { data: questions } = useQuery({
    queryKey: ['catalogue', 'step-questions', pathId, id],
    queryFn: async ({ signal }) =>
      (
        await learnerApi.get('/api/questions/unified', {
          query: {
            ids: questionIds.join(','),
            pageSize: questionIds.length,
            includePagination: false,
            ...inOwnLanguage(),
          },
          signal,
        })
      ).data,
    enabled: questionIds.length > 0,
  })
  const titles = new Map(questions?.map((question) => [question.id, question.title]))
  const states = new Map(state?.questions.map((question) => [question.questionId, question.state]))
  const count = state?.questions.length ?? questionIds.length
  return (
    <div className={styles.open}>
      {lesson !== '' && (
        <div dir="auto" className={styles.beginning}>
          <Markdown text={firstParagraph(lesson)} />
        </div>
      )}
      {titles.size > 0 && (
        <ul aria-label={messages.practiceTitle} className={classNames('plain-list', styles.questions)}>
          {questionIds
            .filter((questionId) => titles.has(questionId))
            .map((questionId) => (
              <li key={questionId}>
                <StateMark state={states.get(questionId) ?? 'unseen'} />
                <span dir="auto">
                  <InlineCode text={titles.get(questionId) ?? ''} />
                </span>
              </li>
            ))}
        </ul>
      )}
      <p className={styles.actions}>
        {lesson !== '' && (
          <ButtonLink to={`/learning-paths/${pathId}/${id}`} size="small">
            {messages.readLesson}
          </ButtonLink>
        )}
        {count > 0 && (
          <ButtonLink to={stepPractice(pathId, id)} size="small">
            {practiceLabel(messages, state, count)}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}

function StateMark({ state }: { state: StepState['questions'][number]['state'] }) {
  const messages = useCourseMessages()
  const label = messages.states[state]
  if (state === 'correct') return <Check role="img" aria-label={label} size={16} className={styles.right} />
  if (state === 'missed') return <RotateCcw role="img" aria-label={label} size={16} />
  return <Circle role="img" aria-label={label} size={16} className={styles.ahead} />
}

/** Lessons begin with a paragraph that says what they are for. */
const firstParagraph = (lesson: string): string => lesson.trim().split(/\n\s*\n/, 1)[0] ?? ''
