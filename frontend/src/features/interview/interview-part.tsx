import { Volume2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { AnswerField } from './answer-field.tsx'
import styles from './interview.module.css'
import type { Given, Part } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'
import { ModelAnswer } from './model-answer.tsx'
import { Rubric } from './rubric.tsx'
import { canReadAloud, readAloud, stopReading } from './speech.ts'

/** One part: what is asked, the answer, its follow-up, a model answer to compare with, and one's own judgement. */
export function InterviewPart({
  part,
  followUp,
  given,
  reads,
  onGive,
}: {
  part: Part
  followUp: string
  given: Given
  /** Whether the question is read aloud as it comes. */
  reads: boolean
  onGive: (given: Given) => void
}) {
  const messages = useInterviewMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  const spoken = `${part.title}. ${excerpt(part.content)}`
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    if (reads) readAloud(spoken)
    return stopReading
  }, [reads, spoken])
  return (
    <article aria-labelledby="part" className={styles.part}>
      <p className={styles.tags}>
        <Tag>{part.kind === 'task' ? messages.task : messages.question}</Tag>
        <Tag>{part.category}</Tag>
        {canReadAloud() && (
          <Button size="small" variant="ghost" onClick={() => readAloud(spoken)}>
            <Volume2 aria-hidden size={16} />
            {messages.hear}
          </Button>
        )}
      </p>
      <h1 id="part" ref={heading} tabIndex={-1} dir="auto">
        <InlineCode text={part.title} />
      </h1>
      <Markdown text={part.content} />
      {part.kind === 'task' && (
        <p className={styles.task}>
          <span>{messages.taskHint}</span>
          <ButtonLink to={`/coding/${encodeURIComponent(part.id)}`} target="_blank" size="small">
            {messages.openEditor}
          </ButtonLink>
        </p>
      )}
      <AnswerField
        label={messages.answer}
        hint={messages.answerHint}
        value={given.answer}
        onChange={(answer) => onGive({ ...given, answer })}
      />
      <section aria-labelledby="follow-up">
        <h2 id="follow-up">{messages.followUp}</h2>
        <AnswerField
          label={part.kind === 'task' ? messages.taskFollowUp : followUp}
          value={given.followUp}
          onChange={(value) => onGive({ ...given, followUp: value })}
        />
      </section>
      {part.kind === 'question' && <ModelAnswer part={part} />}
      <Rubric
        given={given.marks}
        onMark={(criterion, mark) => onGive({ ...given, marks: { ...given.marks, [criterion]: mark } })}
      />
    </article>
  )
}
