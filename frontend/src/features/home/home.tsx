import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { learningPathsQuery, questionStatsQuery } from '../../shared/api/catalogue.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { onboarding } from '../../shared/onboarding.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import styles from './home.module.css'
import { SampleQuestion } from './sample-question.tsx'
import { StartingPoints } from './starting-points.tsx'

export function Home() {
  const { home } = useMessages()
  const format = useFormat()
  const session = useSession()
  const { data: stats } = useQuery(questionStatsQuery)
  const { data: paths } = useQuery(learningPathsQuery)
  const figure = (value: number | undefined) => (value === undefined ? '–' : format.number(value))
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
            {!session && home.note}{' '}
            {!onboarding.isCompleted() && <Link to="/welcome">{home.whereToBegin}</Link>}
          </p>
        </div>
        <SampleQuestion />
      </section>

      <Figures>
        <Figure label={home.figureQuestions} value={figure(stats?.activeQuestions)} />
        <Figure label={home.figurePaths} value={figure(paths?.length)} />
        <Figure
          label={home.figureCategories}
          value={figure(stats && Object.keys(stats.questionsByCategory).length)}
        />
      </Figures>

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
