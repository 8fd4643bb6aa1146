import { useEffect, useId, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Verdict } from './assessment.tsx'
import styles from './interview.module.css'
import { type Interview, marks, type Part, type PartResult, resultOf } from './interview.ts'
import { type InterviewMessages, useInterviewMessages } from './messages.en.ts'

/** The parts that the interview got to, with their positions. */
export const reachedParts = ({ parts, position }: Interview): (readonly [number, Part])[] =>
  [...parts.entries()].slice(0, position + 1)

/** The checklist of a part. That of a challenge is the same for all, in the language of the interface. */
export const pointsOf = (part: Part, messages: InterviewMessages): readonly string[] =>
  part.kind === 'coding' ? messages.codingPoints : part.points.map(({ text }) => text)

/** After the interview: part by part, the own answer beside the model answer, the checklist and the rubric. */
export function Review({
  interview,
  onChange,
  onDone,
}: {
  interview: Interview
  onChange: (position: number, change: Partial<PartResult>) => void
  onDone: () => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const [at, setAt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const reached = reachedParts(interview)
  const isLast = at === reached.length - 1
  const [position, part] = reached[at] ?? []
  useEffect(() => {
    window.scrollTo(0, 0)
    if (at >= 0) heading.current?.focus({ preventScroll: true })
  }, [at])
  if (position === undefined || !part) return null
  const { interviewer, level } = interview.setup
  const given = resultOf(interview, position)
  const change = (next: Partial<PartResult>) => onChange(position, next)
  const place = messages.stepOf(format.number(at + 1), format.number(reached.length))
  return (
    <div className={styles.wide}>
      <PageTitle>{messages.reviewTitle}</PageTitle>
      <div className={styles.bar}>
        <span>
          {messages.reviewTitle} · <span data-numeric>{place}</span>
        </span>
        <Button size="small" variant="ghost" onClick={onDone}>
          {messages.finish}
        </Button>
      </div>
      <Meter label={place} value={at + 1} max={reached.length} />
      <article aria-labelledby="reviewed" className={styles.part} key={part.id}>
        {at === 0 && <p className={styles.quiet}>{messages.reviewLead}</p>}
        <p className={styles.tags}>
          <Tag>{messages.kinds[part.kind]}</Tag>
        </p>
        <h1 id="reviewed" ref={heading} tabIndex={-1} dir="auto">
          <InlineCode text={part.title} />
        </h1>
        <OwnAndModel part={part} given={given} />
        <Checklist part={part} given={given} onChange={change} />
        {interviewer && (
          <Verdict part={part} given={given} level={level} interviewer={interviewer} onChange={change} />
        )}
        <RubricFields part={part} given={given} onChange={change} />
        <div className={styles.foot}>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{messages.back}</Button>}
          <Button variant="primary" onClick={() => (isLast ? onDone() : setAt(at + 1))}>
            {isLast ? messages.finish : messages.next}
          </Button>
        </div>
      </article>
    </div>
  )
}

/** What the learner said, beside what a strong candidate would say. */
export function OwnAndModel({ part, given }: { part: Part; given: PartResult }) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const isCoding = part.kind === 'coding'
  const { tests, followUp } = given
  return (
    <div className={styles.pair}>
      <section aria-label={isCoding ? messages.approach : messages.answer} className={styles.answer}>
        <h2>{isCoding ? messages.approach : messages.answer}</h2>
        <p dir="auto" className={styles.words}>
          {given.answer || messages.noAnswer}
        </p>
        {isCoding && (
          <p data-numeric>
            {tests
              ? messages.testsPassed(format.number(tests.passed), format.number(tests.total))
              : messages.notTested}
          </p>
        )}
        {followUp && (
          <>
            <h3>
              {messages.followUp}:{' '}
              <bdi>
                <InlineCode text={followUp.question} />
              </bdi>
            </h3>
            <p dir="auto" className={styles.words}>
              {given.followUpAnswer || messages.noAnswer}
            </p>
            <WhyFollowUp part={part} followUp={followUp} />
          </>
        )}
      </section>
      <section aria-label={messages.model} className={styles.model}>
        <h2>{messages.model}</h2>
        {isCoding ? (
          <p>
            <ButtonLink to={`/coding/${encodeURIComponent(part.id)}`} size="small">
              {messages.toChallenge}
            </ButtonLink>
          </p>
        ) : part.model === '' ? (
          <p>{messages.noModel}</p>
        ) : (
          <Markdown text={part.model} />
        )}
      </section>
    </div>
  )
}

function WhyFollowUp({ part, followUp }: { part: Part; followUp: NonNullable<PartResult['followUp']> }) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const { from, about } = followUp
  const point = about && part.points[about.point]
  return (
    <details className={styles.why}>
      <summary>{messages.whyFollowUp}</summary>
      <p>
        {from === 'tests' && messages.whyTests}
        {from === 'general' && messages.whyGeneral}
        {from === 'model' && messages.whyModel(followUp.by ?? '')}
        {about &&
          point &&
          messages.whyPoint(excerpt(point.text), format.number(about.used), format.number(about.of))}
      </p>
    </details>
  )
}

/** The points of a strong answer, to tick. */
function Checklist({
  part,
  given,
  onChange,
}: {
  part: Part
  given: PartResult
  onChange: (change: Partial<PartResult>) => void
}) {
  const messages = useInterviewMessages()
  const points = pointsOf(part, messages)
  if (points.length === 0) return null
  const toggle = (position: number, isCovered: boolean) =>
    onChange({
      covered: isCovered
        ? [...given.covered, position].sort()
        : given.covered.filter((one) => one !== position),
    })
  return (
    <fieldset className={styles.checklist}>
      <legend>{messages.checklist}</legend>
      {points.map((point, position) => (
        <label key={point} className={styles.point}>
          <input
            type="checkbox"
            checked={given.covered.includes(position)}
            onChange={(event) => toggle(position, event.target.checked)}
          />
          <Markdown text={point} compact />
        </label>
      ))}
    </fieldset>
  )
}

/** The learner's marks by the part's three criteria, with what strong means in each. */
function RubricFields({
  part,
  given,
  onChange,
}: {
  part: Part
  given: PartResult
  onChange: (change: Partial<PartResult>) => void
}) {
  const messages = useInterviewMessages()
  const id = useId()
  const rubric = messages.rubrics[part.kind]
  return (
    <section aria-labelledby={id} className={styles.rubric}>
      <h2 id={id}>{messages.rubricTitle}</h2>
      {rubric.map(({ name, strong }, criterion) => (
        <fieldset key={name} className={styles.criterion} aria-describedby={`${id}-${criterion}`}>
          <legend>{name}</legend>
          <p id={`${id}-${criterion}`} className={styles.quiet}>
            {messages.strong(strong)}
          </p>
          <div className={styles.marks}>
            {marks.map((mark) => (
              <label key={mark} className={styles.mark}>
                <input
                  type="radio"
                  name={`${id}-${criterion}`}
                  checked={given.marks[criterion] === mark}
                  onChange={() =>
                    onChange({
                      marks: rubric.map((_one, at) => (at === criterion ? mark : (given.marks[at] ?? null))),
                    })
                  }
                />
                <span>{messages.marks[mark]}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </section>
  )
}
