import type { ForecastTest, TopicForecast } from '@rehearse/contracts'
import { EXAM_QUESTIONS, FORECAST_MIN } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { categoriesQuery } from '../../shared/api/catalog.ts'
import { interviewQuery } from '../../shared/api/interview.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { forecastQuery } from '../../shared/interview/change-interview.ts'
import { WhyExam } from '../../shared/interview/why-exam.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Why } from '../../shared/ui/why.tsx'
import styles from './forecast.module.css'
import { placeOf } from './interview-date.rules.ts'
import page from './interview-page.module.css'
import { useInterviewDateMessages } from './messages.en.ts'

/** The expected share of correct answers with its range, overall and by topic, and how mock exams compared. */
export function ForecastView({ uid }: { uid: string }) {
  const messages = useInterviewDateMessages()
  const query = useQuery(forecastQuery(uid))
  const { data } = query
  return (
    <>
      <Loading query={query} title={messages.forecastFailed} heights={[9, 3, 3, 3, 3]} />
      {data && (
        <div className={page.grid}>
          <div className={page.column}>
            <Overall overall={data.overall} topics={data.topics} />
            {data.topics.length > 0 && <Topics topics={data.topics} />}
          </div>
          <div className={page.column}>
            <Exam uid={uid} canPredict={data.overall !== null} tests={data.tests} />
            {data.tests.length > 0 && <History tests={data.tests} />}
          </div>
        </div>
      )}
    </>
  )
}

interface Range {
  chance: number
  low: number
  high: number
}

function useRangeText() {
  const messages = useInterviewDateMessages()
  const format = useFormat()
  return ({ chance, low, high }: Range) =>
    messages.chance(format.percent(chance * 100), format.percent(low * 100), format.percent(high * 100))
}

function Overall({
  overall,
  topics,
}: {
  overall: (Range & { n: number }) | null
  topics: readonly TopicForecast[]
}) {
  const messages = useInterviewDateMessages()
  const format = useFormat()
  const answers = topics.reduce((sum, { n }) => sum + n, 0)
  return (
    <section aria-labelledby="overall" className={page.panel}>
      <h2 id="overall">{messages.forecastTitle}</h2>
      {overall ? (
        <>
          <p data-numeric>
            <span className={styles.figure}>{format.percent(overall.chance * 100)}</span> {messages.correct}
          </p>
          <RangeTrack range={overall} />
          <p data-numeric className={page.quiet}>
            {messages.range(format.percent(overall.low * 100), format.percent(overall.high * 100))}{' '}
            <WhyForecast name={messages.overall} count={overall.n} />
          </p>
        </>
      ) : topics.length === 0 ? (
        <EmptyState
          title={messages.noTopics}
          text={messages.noTopicsText}
          action={
            <ButtonLink to="/questions" variant="primary">
              {messages.firstPractice}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <p className={styles.figure}>{messages.overallUnknown}</p>
          <p data-numeric className={page.quiet}>
            {messages.overallUnknownText(format.number(answers), format.number(FORECAST_MIN))}
          </p>
          <ButtonLink to="/questions" variant="primary">
            {messages.firstPractice}
          </ButtonLink>
        </>
      )}
    </section>
  )
}

/** Known topics first, weakest first: that is where practice helps. Then those with most questions. */
const inOrder = (one: TopicForecast, other: TopicForecast) =>
  (one.chance ?? 2) - (other.chance ?? 2) ||
  other.questions - one.questions ||
  one.topic.localeCompare(other.topic)

function Topics({ topics }: { topics: readonly TopicForecast[] }) {
  const messages = useInterviewDateMessages()
  const { common } = useMessages()
  const format = useFormat()
  const rangeText = useRangeText()
  const { data: categories } = useQuery(categoriesQuery)
  // A topic is the name of a category. The server takes names too, but the filter shows its choice by the id.
  const practiceOf = (topic: string) => {
    const id = categories?.find(({ name }) => name === topic)?.id ?? topic
    return `/questions?category=${encodeURIComponent(id)}`
  }
  return (
    <section aria-labelledby="topics">
      <h2 id="topics">{messages.topics}</h2>
      <p className={page.quiet}>{messages.topicsLead}</p>
      <ul className={`plain-list ${styles.topics}`}>
        {topics.toSorted(inOrder).map((one) => {
          const range = rangeOf(one)
          return (
            <li key={one.topic} className={styles.topic}>
              <p dir="auto" className={styles.name}>
                {one.topic}
              </p>
              {range ? (
                <>
                  <RangeTrack range={range} />
                  <p data-numeric className={styles.value}>
                    {rangeText(range)} <WhyForecast name={one.topic} count={one.n} />
                  </p>
                </>
              ) : (
                <>
                  <p data-numeric className={styles.unknown}>
                    {messages.unknown(format.number(one.n), format.number(FORECAST_MIN))}
                    {' · '}
                    {common.questions(one.questions)}
                  </p>
                  <ButtonLink to={practiceOf(one.topic)} size="small" className={styles.value}>
                    {messages.practice} <span className="visually-hidden">{one.topic}</span>
                  </ButtonLink>
                </>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const rangeOf = ({ chance, low, high }: TopicForecast): Range | undefined =>
  chance === null || low === null || high === null ? undefined : { chance, low, high }

/** A dot on a line from 0 to 100 %, with its range; the text beside it says the same. */
function RangeTrack({ range: { chance, low, high } }: { range: Range }) {
  return (
    <span aria-hidden className={styles.track}>
      <span className={styles.range} style={{ insetInline: `${low * 100}% ${(1 - high) * 100}%` }} />
      <span className={styles.dot} style={{ insetInlineStart: `${chance * 100}%` }} />
    </span>
  )
}

/** What the forecast counts, how it is calculated, and what raises it. */
function WhyForecast({ name, count }: { name: string; count: number }) {
  const messages = useInterviewDateMessages()
  return (
    <Why label={name} title={messages.why(name)}>
      <p data-numeric>{messages.whyAnswers(count)}</p>
      <p>{messages.whyModel}</p>
      <p>{messages.whyRange}</p>
      <p>{messages.whyRaise}</p>
    </Why>
  )
}

/** The mock exam on reserved questions, or why there is none yet. */
function Exam({
  uid,
  canPredict,
  tests,
}: {
  uid: string
  canPredict: boolean
  tests: readonly ForecastTest[]
}) {
  const messages = useInterviewDateMessages()
  const format = useFormat()
  const { data: interview, isLoading } = useQuery(interviewQuery(uid))
  if (isLoading) return null
  const reserved = interview?.reservedIds.length ?? 0
  // The questions of an abandoned exam may have been released since.
  const isOpen = reserved > 0 && tests.some(({ testedAt }) => testedAt === null)
  const link = (label: string): ReactNode => (
    <ButtonLink to="/interview/exam" variant={isOpen ? 'primary' : 'plain'}>
      {label}
    </ButtonLink>
  )
  return (
    <section aria-labelledby="exam" className={page.block}>
      <h2 id="exam">{messages.examTitle}</h2>
      {isOpen ? (
        <>
          <p>{messages.examOpen}</p>
          {link(messages.examContinue)}
        </>
      ) : !interview || interview.daysLeft === 0 ? (
        <>
          <p>{messages.examNoDate}</p>
          <ButtonLink to="/interview">{messages.setDate}</ButtonLink>
        </>
      ) : reserved < EXAM_QUESTIONS.min ? (
        <p>{messages.examNone}</p>
      ) : (
        <>
          <p data-numeric>{messages.examText(reserved)}</p>
          {canPredict ? link(messages.examStart) : <p>{messages.examUnknown(format.number(FORECAST_MIN))}</p>}
        </>
      )}
    </section>
  )
}

/** Every forecast that a mock exam tested, newest first. */
function History({ tests }: { tests: readonly ForecastTest[] }) {
  const messages = useInterviewDateMessages()
  const format = useFormat()
  const rangeText = useRangeText()
  return (
    <section aria-labelledby="history" className={page.block}>
      <h2 id="history">{messages.history}</h2>
      <p className={page.quiet}>{messages.historyLead}</p>
      <ol className={`plain-list ${styles.history}`}>
        {tests.map((test) => {
          const { examId, madeAt, testedAt, predicted, low, high, correct, total } = test
          const at = format.moment(testedAt ?? madeAt)
          const share = correct === null || !total ? undefined : correct / total
          return (
            <li key={examId} data-numeric>
              <p className={page.quiet}>{at}</p>
              <p>
                {messages.predicted(rangeText({ chance: predicted, low, high }))} <WhyExam label={at} />
              </p>
              {share === undefined ? (
                <p>{messages.notFinished}</p>
              ) : (
                <p>
                  <strong>
                    {messages.got(
                      format.percent(share * 100),
                      format.number(correct ?? 0),
                      format.number(total ?? 0),
                    )}
                  </strong>{' '}
                  <span className={page.quiet}>{messages.places[placeOf(share, { low, high })]}</span>
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
