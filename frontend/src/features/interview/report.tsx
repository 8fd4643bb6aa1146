import type { InterviewAssessment } from '@rehearse/contracts'
import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Assessment } from './assessment.tsx'
import styles from './interview.module.css'
import {
  categoriesByScore,
  criteria,
  emptyPartResult,
  type Interview,
  type Part,
  type PartResult,
  scoreOf,
} from './interview.ts'
import type { InterviewMessages } from './messages.en.ts'
import { useInterviewMessages } from './messages.en.ts'

/** The result of an interview, to read, print and save. */
export function Report({ interview, onRestart }: { interview: Interview; onRestart: () => void }) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { setup, parts, given, startedAt, endedAt } = interview
  const day = format.date(new Date(startedAt).toISOString())
  const score = scoreOf(given)
  const byModel = scoreOf(
    given.flatMap(({ assessment }) => (assessment ? [{ ...emptyPartResult, ...assessment }] : [])),
  )
  const ratedParts = given.filter(({ marks }) => Object.keys(marks).length > 0).length
  const ranked = categoriesByScore(interview)
  // A few parts can't rank topics; the lowest score is still worth practicing.
  const [lowest] = ranked
  const weakest = lowest && lowest.score < (ranked.at(-1)?.score ?? 0) ? lowest : undefined

  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(
      new Blob([reportText(interview, messages, day)], { type: 'text/markdown' }),
    )
    link.download = `rehearse-interview-${new Date(startedAt).toISOString().slice(0, 10)}.md`
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <div className={styles.run}>
      <PageTitle>{messages.reportTitle}</PageTitle>
      <h1 ref={heading} tabIndex={-1}>
        {messages.reportTitle}
      </h1>
      <p className={styles.quiet}>
        {messages.roles[setup.role]} · {messages.levels[setup.level]} · {day}
      </p>
      <Stats>
        <Stat
          label={messages.overall}
          value={score === null ? '–' : format.percent(score)}
          line={messages.ratedParts(format.number(ratedParts), format.number(parts.length))}
          lit
        />
        <Stat
          label={messages.timeTaken}
          value={format.duration(((endedAt ?? startedAt) - startedAt) / 1_000)}
          line={messages.minutes(setup.minutes)}
        />
        {byModel !== null && (
          <Stat
            label={messages.modelOverall}
            value={format.percent(byModel)}
            line={setup.interviewer?.model}
          />
        )}
      </Stats>
      <ol className={`plain-list ${styles.parts}`}>
        {parts.map((part, position) => (
          <ReportPart key={part.id} part={part} given={given[position] ?? emptyPartResult} />
        ))}
      </ol>
      <div className={styles.actions}>
        {weakest && (
          <ButtonLink to={`/questions?category=${encodeURIComponent(weakest.category)}`} variant="primary">
            {messages.practice(weakest.category)}
          </ButtonLink>
        )}
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

/** The report as Markdown, for the learner's own files. */
export function reportText(interview: Interview, messages: InterviewMessages, day: string): string {
  const { setup, parts, given } = interview
  const score = scoreOf(given)
  return [
    `# ${messages.reportTitle}`,
    `${messages.roles[setup.role]} · ${messages.levels[setup.level]} · ${messages.minutes(setup.minutes)} · ${day}`,
    `${messages.overall}: ${score === null ? messages.notRated : `${score} %`}`,
    ...parts.flatMap((part, position) => {
      const one = given[position]
      const marks = criteria.flatMap((criterion) => {
        const mark = one?.marks[criterion]
        return mark === undefined ? [] : [`- ${messages.rubric[criterion]}: ${messages.marks[mark]}`]
      })
      return [
        `## ${position + 1}. ${part.title}`,
        part.content,
        `### ${messages.answer}`,
        one?.answer || messages.noAnswer,
        `### ${one?.asked ?? messages.followUp}`,
        one?.followUp || messages.noAnswer,
        marks.length === 0 ? messages.notRated : marks.join('\n'),
        ...(one?.assessment ? ratingText(one.assessment, messages) : []),
      ]
    }),
    '',
  ].join('\n\n')
}

const ratingText = ({ marks, remarks }: InterviewAssessment, messages: InterviewMessages) => [
  `### ${messages.rating}`,
  criteria
    .map((criterion) => `- ${messages.rubric[criterion]}: ${messages.marks[marks[criterion]]}`)
    .join('\n'),
  remarks,
]

function ReportPart({ part, given }: { part: Part; given: PartResult }) {
  const messages = useInterviewMessages()
  const ratedParts = criteria.flatMap((criterion) => {
    const mark = given.marks[criterion]
    return mark === undefined ? [] : [{ criterion, mark }]
  })
  return (
    <li className={styles.reportPart}>
      <h2 dir="auto">
        <InlineCode text={part.title} />
      </h2>
      <p className={styles.tags}>
        {ratedParts.length === 0 && <Tag>{messages.notRated}</Tag>}
        {ratedParts.map(({ criterion, mark }) => (
          <Tag key={criterion}>
            {messages.rubric[criterion]}: {messages.marks[mark]}
          </Tag>
        ))}
      </p>
      <p dir="auto" className={styles.words}>
        {given.answer || messages.noAnswer}
      </p>
      {given.followUp && (
        <>
          <h3 dir="auto">{given.asked ?? messages.followUp}</h3>
          <p dir="auto" className={styles.words}>
            {given.followUp}
          </p>
        </>
      )}
      {given.assessment && (
        <>
          <h3>{messages.rating}</h3>
          <Assessment assessment={given.assessment} />
        </>
      )}
    </li>
  )
}
