import { Volume2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocale } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { AnswerField } from './answer-field.tsx'
import { FollowUp } from './follow-up.tsx'
import styles from './interview.module.css'
import type { Given, Part, Setup } from './interview.ts'
import { useInterviewMessages } from './interview-messages.ts'
import { Judgement } from './judgement.tsx'
import { ModelAnswer } from './model-answer.tsx'
import { Rubric } from './rubric.tsx'
import { canReadAloud, readAloud, stopReading } from './speech.ts'

/** One part: what is asked, the answer, its follow-up, a model answer to compare with, and one's own judgement. */
export function InterviewPart({
  part,
  followUp,
  given,
  setup,
  onGive,
}: {
  part: Part
  followUp: string
  given: Given
  setup: Setup
  onGive: (change: Partial<Given>) => void
}) {
  const messages = useInterviewMessages()
  const language = useLocale((state) => state.language)
  const { interviewer, readAloud: reads, level } = setup
  const heading = useRef<HTMLHeadingElement>(null)
  const builtIn = part.kind === 'task' ? messages.taskFollowUp : followUp
  const told = { subject: { kind: part.kind, id: part.id }, level, language }
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
        onChange={(answer) => onGive({ answer })}
      />
      <FollowUp builtIn={builtIn} given={given} interviewer={interviewer} told={told} onGive={onGive} />
      {part.kind === 'question' && <ModelAnswer part={part} />}
      {interviewer && (
        <Judgement
          followUp={given.asked ?? builtIn}
          given={given}
          interviewer={interviewer}
          told={told}
          onGive={onGive}
        />
      )}
      <Rubric
        given={given.marks}
        onMark={(criterion, mark) => onGive({ marks: { ...given.marks, [criterion]: mark } })}
      />
    </article>
  )
}
