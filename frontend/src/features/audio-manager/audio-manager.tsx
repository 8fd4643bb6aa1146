import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { learningPathsQuery } from '../../shared/api/catalogue.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './audio-manager.module.css'
import { AudioPanel } from './audio-panel.tsx'
import { type AudibleQuestion, audibleQuestionsQuery } from './audio-queries.ts'
import { useAudioMessages } from './messages.ts'

/** What is heard of the questions of a learning path: chosen, recorded, uploaded, replaced, deleted. */
export function AudioManager() {
  const messages = useAudioMessages()
  const [search, setSearch] = useSearchParams()
  const paths = useQuery(learningPathsQuery)
  const pathId = search.get('path') ?? ''
  const { data: questions, error, isLoading, refetch } = useQuery(audibleQuestionsQuery(pathId))
  const question = questions?.find(({ id }) => id === search.get('question'))
  const heard = (questions ?? []).filter(({ audioQuestion, audioAnswer }) => audioQuestion || audioAnswer)

  return (
    <Page title={messages.title} lead={messages.lead}>
      <div className={styles.choice}>
        <SelectField
          label={messages.path}
          value={pathId}
          onChange={(event) => setSearch({ path: event.target.value })}
          choices={[
            { value: '', label: messages.choosePath },
            ...(paths.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={messages.question}
          value={question?.id ?? ''}
          disabled={!questions || questions.length === 0}
          hint={questions && messages.heard(heard.length, questions.length)}
          onChange={(event) => setSearch({ path: pathId, question: event.target.value })}
          choices={[
            { value: '', label: messages.chooseQuestion },
            ...(questions ?? []).map((one) => ({ value: one.id, label: labelOf(one) })),
          ]}
        />
      </div>
      {paths.isError && !paths.data && (
        <LoadFailed error={paths.error} onRetry={() => void paths.refetch()} />
      )}
      {isLoading && <Skeleton heights={[4, 10]} />}
      {error && !questions && (
        <LoadFailed title={messages.questionsFailed} error={error} onRetry={() => void refetch()} />
      )}
      {questions?.length === 0 && <EmptyState title={messages.none} text={messages.noneText} />}
      {!question && !isLoading && !error && questions?.length !== 0 && (
        <EmptyState
          title={questions ? messages.beginQuestion : messages.beginPath}
          text={messages.beginText}
        />
      )}
      {question && (
        <>
          <section aria-labelledby="heard-question" className={styles.question}>
            <h2 id="heard-question" dir="auto">
              {question.title}
            </h2>
            <Markdown text={question.content} />
          </section>
          <div className={styles.panels}>
            {(['question', 'answer'] as const).map((type) => (
              <AudioPanel key={`${question.id} ${type}`} pathId={pathId} question={question} type={type} />
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

/** The title, marked by what can be heard of it. */
const labelOf = ({ title, audioQuestion, audioAnswer }: AudibleQuestion): string =>
  `${audioQuestion ? '●' : '○'}${audioAnswer ? '●' : '○'} ${title}`
