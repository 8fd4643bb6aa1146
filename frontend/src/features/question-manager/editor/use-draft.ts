import type { Question } from '@rehearse/contracts'
import { useEffect, useState } from 'react'
import { dropDraft, type KeptDraft, keepDraft, readKeptDraft } from './kept-drafts.ts'
import { bodyOf, draftOf, emptyDraft, type QuestionDraft } from './question-draft.ts'

/** What the form holds. As long as it says something else than the question does, this device keeps it. */
export function useDraft(question: Question | undefined) {
  const target = question?.id ?? null
  const [before] = useState(() => (question ? draftOf(question) : emptyDraft()))
  const [resumed, setResumed] = useState<KeptDraft | undefined>(() => readKeptDraft(target))
  const [draft, setDraft] = useState<QuestionDraft>(() => resumed?.draft ?? before)
  /** The version that the changes were made to, which need not be the newest any more. */
  const version = (resumed ?? question)?.version ?? null
  const dirty = sayOf(draft, question) !== sayOf(before, question)

  useEffect(() => {
    if (dirty) keepDraft({ target, version, draft, at: new Date().toISOString() })
    else dropDraft(target)
  }, [dirty, target, version, draft])

  return {
    draft,
    setDraft,
    dirty,
    version,
    resumed,
    /** Back to what the question says. */
    startOver: () => {
      setDraft(before)
      setResumed(undefined)
    },
    forget: () => dropDraft(target),
  }
}

/** Also what would not be sent: an option without a text is work all the same. */
const sayOf = (draft: QuestionDraft, question: Question | undefined) =>
  JSON.stringify([
    bodyOf(draft, question),
    draft.options.map(({ text, feedback, isCorrect }) => [text, feedback, isCorrect]),
  ])
