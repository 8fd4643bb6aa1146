import type { Dashboard, PathProgress, Progress } from '@rehearse/contracts'
import { RANKING } from '@rehearse/contracts/constants'
import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { customPlansQuery } from '../../shared/api/study.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { CourseGlyph } from '../../shared/ui/course-glyph.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import pageStyles from './progress-page.module.css'
import { Mastery, TitledList } from './progress-sections.tsx'
import { Why } from './why.tsx'

/** The learner's strongest and weakest topics, courses and plans. */
export function TopicsView({
  uid,
  progress,
  dashboard,
}: {
  uid: string
  progress: Progress
  dashboard: Dashboard | undefined
}) {
  const messages = useProgressMessages()
  const rule = [RANKING.answers, useFormat().percent(RANKING.strongAccuracy)] as const
  return (
    <div className={pageStyles.halves}>
      {dashboard && (
        <>
          <RankedTopics
            title={messages.strongest}
            empty={messages.strongestEmpty(...rule)}
            topics={dashboard.ranking.strongest}
          />
          <RankedTopics
            title={messages.toPractice}
            empty={messages.toPracticeEmpty(...rule)}
            topics={dashboard.ranking.toPractice}
            practice
          />
        </>
      )}
      <Mastery sections={progress.sectionProgress} />
      <div className={pageStyles.column}>
        <PathsUnderWay paths={progress.learningPaths} />
        <PlansUnderWay uid={uid} />
      </div>
    </div>
  )
}

/** Topics at one end of the ranking, each with its number of answers. */
function RankedTopics({
  title,
  empty,
  topics,
  practice = false,
}: {
  title: string
  empty: string
  topics: Dashboard['ranking']['strongest']
  practice?: boolean
}) {
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={title} empty={empty} ordered>
      {topics.map(({ category, score, questionsCompleted }) => (
        <li key={category} className={styles.row}>
          <div className={styles.name}>
            <p dir="auto">{category}</p>
            <p data-numeric className={styles.quiet}>
              {format.percent(score)} · {messages.answersCounted(questionsCompleted)}
            </p>
            <Why figure={`category:${category}`} label={category} />
          </div>
          {practice && (
            <ButtonLink to={`/questions?category=${encodeURIComponent(category)}`} size="small">
              {messages.practice} <span className="visually-hidden">{category}</span>
            </ButtonLink>
          )}
        </li>
      ))}
    </TitledList>
  )
}

/** The learning paths in progress, ten steps each. */
function PathsUnderWay({ paths }: { paths: readonly PathProgress[] }) {
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <TitledList title={messages.paths} empty={messages.pathsEmpty} className={styles.mastery}>
      {paths.map(({ pathId, pathName, progress, completedSections }) => (
        <li key={pathId}>
          <p className={styles.line}>
            <span className={styles.course}>
              <CourseGlyph pathId={pathId} title={pathName} className={styles.glyph} />
              <Link to={coursePage(pathId)} dir="auto">
                {pathName}
              </Link>
            </span>
            <span data-numeric className={styles.quiet}>
              {format.percent(progress)} · {messages.stepsDone(completedSections.length)}
            </span>
          </p>
          <Meter label={pathName} value={progress} />
        </li>
      ))}
    </TitledList>
  )
}

/** The guided plans in progress. */
function PlansUnderWay({ uid }: { uid: string }) {
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: plans = [] } = useQuery(customPlansQuery(uid))
  const begun = plans.filter(({ state }) => state !== 'not-started')
  return (
    <div>
      <TitledList title={messages.plans} empty={messages.plansEmpty} className={styles.mastery}>
        {begun.map((plan) => (
          <li key={plan.planId}>
            <p className={styles.line}>
              <span dir="auto">{plan.name}</span>
              <span data-numeric className={styles.quiet}>
                {plan.state === 'paused'
                  ? messages.planPaused
                  : messages.planDay(format.number(plan.currentDay ?? 1), format.number(plan.duration))}
                {' · '}
                {messages.planLine(
                  format.number(plan.questionsCompleted),
                  format.number(plan.totalQuestions),
                )}
              </span>
            </p>
            <Meter label={plan.name} value={plan.progress} />
          </li>
        ))}
      </TitledList>
      <ButtonLink to="/study-plans" size="small" className={styles.below}>
        {begun.length === 0 ? messages.plansAction : messages.plans}
      </ButtonLink>
    </div>
  )
}
