import type { LearningPath } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, X } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { learningPathsQuery, questionStatsQuery } from '../../shared/api/catalog.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { onboarding } from '../../shared/onboarding.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import styles from './home.module.css'
import sampleQuestionStyles from './sample-question.module.css'
import startingPointsStyles from './starting-points.module.css'

export function Home() {
  const { home } = useMessages()
  const format = useFormat()
  const session = useSession()
  const { data: stats } = useQuery(questionStatsQuery)
  const { data: paths } = useQuery(learningPathsQuery)
  if (session) return <Navigate to="/dashboard" replace />
  const shownCount = (value: number | undefined) => (value === undefined ? '–' : format.number(value))
  return (
    <>
      <PageTitle>{home.pageTitle}</PageTitle>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>{home.title}</h1>
          <p className={styles.lead}>{home.lead}</p>
          <div className={styles.actions}>
            <ButtonLink to="/questions" variant="primary">
              {home.start}
            </ButtonLink>
            <ButtonLink to="/learning-paths">{home.paths}</ButtonLink>
          </div>
          <p className={styles.note}>
            {home.note} {!onboarding.isCompleted() && <Link to="/welcome">{home.whereToBegin}</Link>}
          </p>
        </div>
        <SampleQuestion />
      </section>

      <Stats>
        <Stat label={home.questionCount} value={shownCount(stats?.activeQuestions)} />
        <Stat label={home.pathCount} value={shownCount(paths?.length)} />
        <Stat
          label={home.categoryCount}
          value={shownCount(stats && Object.keys(stats.questionsByCategory).length)}
        />
      </Stats>

      <section aria-labelledby="how" className={styles.section}>
        <h2 id="how">{home.howTitle}</h2>
        <ol className={classNames('plain-list', styles.steps)}>
          {home.steps.map((step, position) => (
            <li key={step.title}>
              <span aria-hidden data-numeric className={styles.number}>
                {format.number(position + 1)}
              </span>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <StartingPoints paths={paths} />
    </>
  )
}

const SHOWN = 4

/** The first few paths that have questions. */
function StartingPoints({ paths }: { paths: readonly LearningPath[] | undefined }) {
  const { home, common, difficulty } = useMessages()
  const filled = (paths ?? []).filter((path) => path.questionCount > 0).slice(0, SHOWN)
  if (filled.length === 0) return null
  return (
    <section aria-labelledby="starts">
      <h2 id="starts">{home.pathsTitle}</h2>
      <ul className={classNames('plain-list', startingPointsStyles.list)}>
        {filled.map((path) => (
          <li key={path.id}>
            <Link to={`/learning-paths/${path.id}`} className={startingPointsStyles.path}>
              <span className={startingPointsStyles.words}>
                <span dir="auto" className={startingPointsStyles.title}>
                  {path.title}
                </span>
                <span dir="auto" className={startingPointsStyles.about}>
                  {path.description}
                </span>
              </span>
              <span className={startingPointsStyles.line}>
                {difficulty[path.difficulty]} · {common.questions(path.questionCount)}
              </span>
              <ArrowRight aria-hidden size={18} className={startingPointsStyles.arrow} />
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/learning-paths" className={startingPointsStyles.all}>
        {home.allPaths}
      </Link>
    </section>
  )
}

const RIGHT = '4 4 4 4'

/** A question built into the page, to try practice before anything loads. */
function SampleQuestion() {
  const { home, practice, common } = useMessages()
  const [chosen, setChosen] = useState<string>()
  const options = [
    { text: '0 1 2 3', why: home.sampleWhyLet, code: true },
    { text: RIGHT, why: home.sampleWhyRight, code: true },
    { text: '3 3 3 3', why: home.sampleWhyThree, code: true },
    { text: home.sampleCancelled, why: home.sampleWhyNothing, code: false },
  ]
  const picked = options.find((option) => option.text === chosen)
  return (
    <section aria-label={home.sampleLabel} className={sampleQuestionStyles.sample}>
      <p className={sampleQuestionStyles.label}>{home.sampleLabel}</p>
      <h2>{home.sampleTitle}</h2>
      <p className={sampleQuestionStyles.text}>{home.sampleText}</p>
      <figure aria-label={common.code}>
        <pre dir="ltr" className={sampleQuestionStyles.code}>
          <b>for</b> (<b>var</b> i = <i>0</i>; i &lt; <i>4</i>; i++) {'{\n  '}
          setTimeout(() =&gt; console.log(i), <i>100</i> * i){'\n}'}
        </pre>
      </figure>
      <div className={sampleQuestionStyles.options}>
        {options.map((option) => {
          const right = chosen !== undefined && option.text === RIGHT
          const wrong = option.text === chosen && option.text !== RIGHT
          return (
            <button
              key={option.text}
              type="button"
              aria-pressed={option.text === chosen}
              className={classNames(
                sampleQuestionStyles.option,
                right && sampleQuestionStyles.right,
                wrong && sampleQuestionStyles.wrong,
              )}
              onClick={() => setChosen(option.text)}
            >
              {option.code ? <code dir="ltr">{option.text}</code> : option.text}
              {right && <Check aria-label={practice.markRight} size={18} />}
              {wrong && <X aria-label={practice.markYours} size={18} />}
            </button>
          )
        })}
      </div>
      <div role="status" className={sampleQuestionStyles.result}>
        {!picked && <p className={sampleQuestionStyles.text}>{practice.chooseOne}</p>}
        {picked && (
          <p>
            <strong>{picked.text === RIGHT ? practice.resultRight : practice.resultWrong}. </strong>
            {picked.why}
          </p>
        )}
      </div>
      <ButtonLink
        to="/questions"
        variant="primary"
        data-shown={picked ? '' : undefined}
        className={sampleQuestionStyles.more}
      >
        {home.sampleMore}
      </ButtonLink>
    </section>
  )
}
