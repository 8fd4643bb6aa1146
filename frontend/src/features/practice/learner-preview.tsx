import type { Question } from '@rehearse/contracts'
import { Suspense, useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import type { TypedSubmission } from './grade-locally.ts'
import { OpenAnswer } from './open-answer.tsx'
import { OptionChoices, OptionResults } from './options.tsx'
import styles from './question-view.module.css'
import TypedAnswer, { TypedResult } from './typed-answer.tsx'

/** A preview of a draft question with the learner's own components: read it, answer it, see it graded. */
export function LearnerPreview({ question }: { question: Question }) {
  const { difficulty } = useMessages()
  const isOpen = question.type === 'open-ended' || question.type === 'code'
  return (
    <>
      <div className={styles.tags}>
        <Tag>{difficulty[question.difficulty]}</Tag>
        {question.category && <Tag>{question.category}</Tag>}
      </div>
      <h4 dir="auto" className={styles.title}>
        <InlineCode text={question.title} />
      </h4>
      <Markdown text={question.content} />
      {question.prompt && <Typing key={JSON.stringify(question.prompt)} question={question} />}
      {question.options.length > 0 && <Choosing question={question} />}
      {question.options.length === 0 && isOpen && <Writing question={question} />}
    </>
  )
}

function Choosing({ question }: { question: Question }) {
  const { practice } = useMessages()
  const choices = useRef<HTMLFieldSetElement>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const [isGraded, setGraded] = useState(false)
  const selected = chosen.filter((id) => question.options.some((option) => option.id === id))
  const right = question.correctAnswers
  const graded = {
    isCorrect: selected.length === right.length && right.every((id) => selected.includes(id)),
    correctOptionIds: right,
    explanation: question.explanation,
    feedback: new Map(
      question.options.flatMap(({ id, feedback }) => (feedback ? [[id, feedback] as const] : [])),
    ),
    points: null,
    waiting: false,
  }
  return (
    <div className={styles.answer}>
      {isGraded ? (
        <>
          <OptionResults question={question} selected={selected} graded={graded} />
          {question.explanation.trim() !== '' && (
            <section aria-label={practice.explanation}>
              <h4>{graded.isCorrect ? practice.resultRight : practice.resultWrong}</h4>
              <Markdown text={question.explanation} />
            </section>
          )}
        </>
      ) : (
        <OptionChoices
          ref={choices}
          question={question}
          selected={selected}
          disabled={false}
          onChange={setChosen}
        />
      )}
      <div className={styles.actions}>
        <Button size="small" onClick={() => setGraded(!isGraded)}>
          {isGraded ? practice.retry : practice.submit}
        </Button>
      </div>
    </div>
  )
}

/** A question that asks for pairs, a text or a number. */
function Typing({ question }: { question: Question }) {
  const { practice } = useMessages()
  const [given, setGiven] = useState<TypedSubmission>()
  const [isGraded, setGraded] = useState(false)
  return (
    <div className={styles.answer}>
      <Suspense>
        {isGraded && given?.verdict ? (
          <>
            <TypedResult question={question} response={given.response} graded={given.verdict} />
            <section aria-label={practice.explanation}>
              <h4>{given.verdict.isCorrect ? practice.resultRight : practice.resultWrong}</h4>
              <Markdown text={question.explanation} />
            </section>
          </>
        ) : (
          <TypedAnswer question={question} disabled={false} onChange={setGiven} />
        )}
      </Suspense>
      <div className={styles.actions}>
        <Button
          size="small"
          disabled={!given}
          onClick={() => {
            setGraded(!isGraded)
            if (isGraded) setGiven(undefined)
          }}
        >
          {isGraded ? practice.retry : practice.submit}
        </Button>
      </div>
    </div>
  )
}

/** A question without options: the learner writes an answer and compares. */
function Writing({ question }: { question: Question }) {
  const { practice } = useMessages()
  const [isGraded, setGraded] = useState(false)
  const [round, setRound] = useState(0)
  return (
    <div className={styles.answer}>
      <Suspense>
        <OpenAnswer
          key={round}
          question={question}
          isGraded={isGraded}
          pending={false}
          onAssess={() => setGraded(true)}
          isPreview
        />
      </Suspense>
      {isGraded && (
        <div className={styles.actions}>
          <Button
            size="small"
            onClick={() => {
              setGraded(false)
              setRound(round + 1)
            }}
          >
            {practice.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
