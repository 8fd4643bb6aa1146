import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Assessment } from './assessment.tsx'
import styles from './interview.module.css'
import { overallScore, practiceNext, ratedParts, scoreOf, WEAK } from './interview.rules.ts'
import { type Interview, modelCriteria, type Part, type PartResult, resultOf } from './interview.ts'
import { type InterviewMessages, useInterviewMessages } from './messages.en.ts'
import { OwnAndModel, pointsOf, reachedParts } from './review.tsx'

/** The result of an interview, to read, print and save, and what to practice next. */
export function Report({
  interview,
  isOnlyHere,
  onRate,
  onRestart,
}: {
  interview: Interview
  /** Whether it will never be in an account. */
  isOnlyHere: boolean
  onRate: () => void
  onRestart: () => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { setup, parts, given, startedAt } = interview
  const day = format.date(startedAt)
  const score = overallScore(interview, messages.codingPoints)
  const rated = ratedParts(interview, messages.codingPoints)
  const byModel = modelScore(given)

  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(
      new Blob([reportText(interview, messages, day)], { type: 'text/markdown' }),
    )
    link.download = `rehearse-interview-${startedAt.slice(0, 10)}.md`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className={styles.wide}>
      <PageTitle>{messages.reportTitle}</PageTitle>
      <h1 ref={heading} tabIndex={-1}>
        {messages.reportTitle}
      </h1>
      <p className={styles.quiet}>
        {messages.roles[setup.role]} · {messages.levels[setup.level]} · {day}
      </p>
      {isOnlyHere && <p className={styles.quiet}>{messages.reportOnlyHere}</p>}
      <Stats>
        <Stat
          label={messages.overall}
          value={score === null ? '–' : format.percent(score)}
          line={messages.ratedParts(format.number(rated.length), format.number(parts.length))}
          why={
            score !== null && (
              <details className={styles.why}>
                <summary>{messages.why(format.percent(score))}</summary>
                <p>{messages.whyOverall}</p>
                <ul>
                  {rated.map(({ part, score: own }) => (
                    <li key={part.id}>
                      {messages.whyOverallPart(
                        messages.kinds[part.kind],
                        format.percent(own),
                        messages.minutes(part.minutes),
                      )}
                    </li>
                  ))}
                </ul>
              </details>
            )
          }
          lit
        />
        <Stat
          label={messages.timeTaken}
          value={format.duration(given.reduce((sum, { seconds }) => sum + seconds, 0))}
          line={messages.timePlanned(messages.minutes(setup.minutes))}
        />
        {byModel !== null && (
          <Stat
            label={messages.modelOverall}
            value={format.percent(byModel)}
            line={setup.interviewer?.model}
            why={
              <details className={styles.why}>
                <summary>{messages.why(format.percent(byModel))}</summary>
                <p>{messages.whyModelScore}</p>
              </details>
            }
          />
        )}
      </Stats>
      <PracticeNext interview={interview} onRate={onRate} />
      <ol className={`plain-list ${styles.parts}`}>
        {parts.map((part, position) => (
          <ReportPart
            key={part.id}
            part={part}
            given={resultOf(interview, position)}
            isReached={position <= interview.position}
          />
        ))}
      </ol>
      <div className={styles.actions}>
        <Button onClick={onRate}>{messages.rateAgain}</Button>
        <Button onClick={download}>
          <Download aria-hidden size={18} />
          {messages.download}
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden size={18} />
          {messages.print}
        </Button>
        <Button variant="ghost" onClick={onRestart}>
          {messages.again}
        </Button>
      </div>
    </div>
  )
}

/** The average of the model's marks, in percent; null if it rated nothing. */
function modelScore(given: readonly PartResult[]): number | null {
  const all = given.flatMap(({ assessment }) => (assessment ? Object.values(assessment.marks) : []))
  if (all.length === 0) return null
  return Math.round((all.reduce<number>((sum, mark) => sum + mark - 1, 0) / (all.length * 3)) * 100)
}

/** The weakest parts, and one button that starts exactly their practice. */
function PracticeNext({ interview, onRate }: { interview: Interview; onRate: () => void }) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const next = practiceNext(interview, messages.codingPoints)
  const [first] = next
  if (!first) {
    return (
      <section aria-labelledby="next" className={styles.next}>
        <h2 id="next">{messages.nextTitle}</h2>
        <p>{messages.rateFirst}</p>
        <Button variant="primary" onClick={onRate}>
          {messages.reviewTitle}
        </Button>
      </section>
    )
  }
  const ids = next.map(({ part }) => part.id)
  return (
    <section aria-labelledby="next" className={styles.next}>
      <h2 id="next">{messages.nextTitle}</h2>
      <p className={styles.quiet}>{first.score < WEAK ? messages.nextWeak : messages.nextLowest}</p>
      <ol className={styles.list}>
        {next.map(({ part, score }) => (
          <li key={part.id}>
            <bdi>
              <InlineCode text={part.title} />
            </bdi>{' '}
            <span data-numeric>({format.percent(score)})</span>
          </li>
        ))}
      </ol>
      <ButtonLink
        variant="primary"
        to={
          first.part.kind === 'coding'
            ? `/coding/${encodeURIComponent(first.part.id)}`
            : `/questions?question=${ids.map(encodeURIComponent).join(',')}`
        }
      >
        {first.part.kind === 'coding' ? messages.practiceChallenge : messages.practice(ids.length)}
      </ButtonLink>
    </section>
  )
}

/** Everything about one part: score and how it came about, answers, checklist and marks. */
function ReportPart({ part, given, isReached }: { part: Part; given: PartResult; isReached: boolean }) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const points = pointsOf(part, messages)
  const { checklist, rubric, total } = scoreOf(points.length, given)
  return (
    <li className={styles.reportPart}>
      <p className={styles.tags}>
        <Tag>{messages.kinds[part.kind]}</Tag>
        {!isReached && <Tag>{messages.notReached}</Tag>}
      </p>
      <h2 dir="auto">
        <InlineCode text={part.title} />
      </h2>
      {isReached && (
        <>
          <p data-numeric className={styles.score}>
            {total === null ? messages.notRated : format.percent(total)}
          </p>
          {total !== null && (
            <details className={styles.why}>
              <summary>{messages.why(format.percent(total))}</summary>
              <ul>
                {checklist !== null && (
                  <li>
                    {messages.whyChecklist(
                      format.number(given.covered.length),
                      format.number(points.length),
                      format.percent(checklist),
                    )}
                  </li>
                )}
                {rubric !== null && <li>{messages.whyRubric(format.percent(rubric))}</li>}
              </ul>
              {checklist !== null && rubric !== null && <p>{messages.whyBoth}</p>}
            </details>
          )}
          <OwnAndModel part={part} given={given} />
          <Ratings part={part} given={given} />
          {given.assessment && (
            <>
              <h3>{messages.rating}</h3>
              <Assessment assessment={given.assessment} />
            </>
          )}
        </>
      )}
    </li>
  )
}

/** The ticked points and the marks, as they were given. */
function Ratings({ part, given }: { part: Part; given: PartResult }) {
  const messages = useInterviewMessages()
  const rubric = messages.rubrics[part.kind]
  return (
    <>
      <ul className={`plain-list ${styles.ratings}`}>
        {pointsOf(part, messages).map((point, position) => {
          const isCovered = given.covered.includes(position)
          return (
            <li key={point} className={styles.rated}>
              <Tag tone={isCovered ? 'ok' : 'quiet'}>
                {isCovered ? messages.covered : messages.notCovered}
              </Tag>
              <Markdown text={point} compact />
            </li>
          )
        })}
      </ul>
      <dl className={styles.given}>
        {rubric.map(({ name }, criterion) => {
          const mark = given.marks[criterion]
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{mark ? messages.marks[mark] : messages.notRated}</dd>
            </div>
          )
        })}
      </dl>
    </>
  )
}

/** The report as Markdown, for the learner's own files. */
export function reportText(interview: Interview, messages: InterviewMessages, day: string): string {
  const { setup } = interview
  const score = overallScore(interview, messages.codingPoints)
  return [
    `# ${messages.reportTitle}`,
    `${messages.roles[setup.role]} · ${messages.levels[setup.level]} · ${messages.minutes(setup.minutes)} · ${day}`,
    `${messages.overall}: ${score === null ? messages.notRated : `${score} %`}`,
    ...reachedParts(interview).flatMap(([position, part]) =>
      partText(part, resultOf(interview, position), position, messages),
    ),
    '',
  ].join('\n\n')
}

function partText(part: Part, given: PartResult, position: number, messages: InterviewMessages): string[] {
  const points = pointsOf(part, messages)
  const { total } = scoreOf(points.length, given)
  const { followUp, assessment } = given
  const checklist = points.map((point, at) => `- [${given.covered.includes(at) ? 'x' : ' '}] ${point}`)
  const rubric = messages.rubrics[part.kind].flatMap(({ name }, criterion) => {
    const mark = given.marks[criterion]
    return mark ? [`- ${name}: ${messages.marks[mark]}`] : []
  })
  return [
    `## ${position + 1}. ${part.title}`,
    `${messages.kinds[part.kind]}: ${total === null ? messages.notRated : `${total} %`}`,
    part.content,
    `### ${messages.answer}`,
    given.answer || messages.noAnswer,
    ...(followUp ? [`### ${excerpt(followUp.question)}`, given.followUpAnswer || messages.noAnswer] : []),
    ...(part.model === '' ? [] : [`### ${messages.model}`, part.model]),
    checklist.join('\n'),
    ...(rubric.length === 0 ? [] : [rubric.join('\n')]),
    ...(assessment
      ? [
          `### ${messages.rating}`,
          modelCriteria
            .map((name) => `- ${messages.modelRubric[name]}: ${messages.marks[assessment.marks[name]]}`)
            .join('\n'),
          assessment.remarks,
        ]
      : []),
  ].filter((text) => text !== '')
}
