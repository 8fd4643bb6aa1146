import type { checkReply, PublicQuestion } from '@rehearse/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { inOwnLanguage } from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { readReservedIds, withoutReserved } from '../../shared/api/interview.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { newId } from '../../shared/new-id.ts'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { OptionText } from '../../shared/ui/markdown/option-text.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useOnboardingMessages } from './messages.en.ts'
import styles from './onboarding.module.css'
import { type Level, levelOf, levels } from './onboarding.rules.ts'

export interface LevelResult {
  level: Level
  correct: number
  total: number
}

const perDifficulty = 2

/** Six questions, easy to hard, that estimate the level. Nothing is recorded. */
export function LevelCheck({
  onResult,
  onStop,
}: {
  onResult: (result: LevelResult) => void
  onStop: () => void
}) {
  const messages = useOnboardingMessages()
  const format = useFormat()
  const [seed] = useState(newId)
  const uid = useSession()?.uid ?? null
  const {
    data: questions,
    error,
    refetch,
  } = useQuery({
    queryKey: ['level-check', seed],
    queryFn: async ({ signal, client }) => {
      const [reserved, ...drawn] = await Promise.all([
        readReservedIds(client, uid),
        ...levels.map((level) => drawQuestions(level, seed, signal)),
      ])
      return withoutReserved(drawn.flat(), reserved)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [position, setPosition] = useState(0)
  const [selected, setSelected] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const question = questions?.[position]
  useEffect(() => {
    if (question) heading.current?.focus()
  }, [question])
  const [correct, setCorrect] = useState(0)
  const answer = useMutation({
    mutationFn: async () => (question && selected ? isCorrect(question, selected) : false),
    onSuccess: (isRight) => {
      const total = questions?.length ?? 0
      const answered = correct + (isRight ? 1 : 0)
      setCorrect(answered)
      setSelected(undefined)
      if (position === total - 1) onResult({ level: levelOf(answered), correct: answered, total })
      else setPosition(position + 1)
    },
  })
  const failure = error ?? answer.error
  return (
    <section aria-label={messages.level} className={styles.check}>
      {failure && (
        <LoadFailed
          title={messages.checkFailed}
          error={failure}
          onRetry={() => (error ? void refetch() : answer.mutate())}
        />
      )}
      {!questions && !error && <Skeleton heights={[2, 6, 3, 3, 3]} />}
      {question && (
        <>
          <p data-numeric className={styles.text}>
            {messages.position(format.number(position + 1), format.number(questions.length))}
          </p>
          <h2 ref={heading} tabIndex={-1} dir="auto">
            <InlineCode text={question.title} />
          </h2>
          <Markdown text={question.content} />
          <fieldset className={styles.choices}>
            <legend className="visually-hidden">{question.title}</legend>
            {question.options.map((option) => (
              <label key={option.id} className={styles.choice}>
                <input
                  type="radio"
                  name={`check-${question.id}`}
                  checked={selected === option.id}
                  onChange={() => setSelected(option.id)}
                />
                <OptionText text={option.text} />
              </label>
            ))}
          </fieldset>
          <div className={styles.actions}>
            <Button variant="primary" pending={answer.isPending} onClick={() => answer.mutate()}>
              {selected ? messages.next : messages.dontKnow}
            </Button>
            <Button variant="ghost" onClick={onStop}>
              {messages.stop}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

async function drawQuestions(
  difficulty: Level,
  seed: string,
  signal: AbortSignal,
): Promise<PublicQuestion[]> {
  const { data } = await learnerApi.get('/api/questions/unified', {
    query: {
      type: 'single',
      difficulty,
      ...inOwnLanguage(),
      random: true,
      count: perDifficulty,
      seed,
      includePagination: false,
    },
    signal,
  })
  return data
}

async function isCorrect({ id, language }: PublicQuestion, selected: string): Promise<boolean> {
  const { result } = await learnerApi.call<Reply<typeof checkReply>>(
    'POST',
    `/api/questions/unified/${id}/check`,
    { query: { language }, body: { selectedOptionIds: [selected] } },
  )
  return result.isCorrect ?? false
}
