import type { Question } from '@rehearse/contracts'
import { useKeptDraft } from '../../../shared/admin/drafts/use-kept-draft.ts'
import { bodyOf, draftOf, emptyDraft, type QuestionDraft } from './question-draft.ts'
import { questionDrafts } from './question-drafts.ts'

/** What the form of a question holds, or of a new one. */
export const useDraft = (question: Question | undefined) =>
  useKeptDraft({
    store: questionDrafts,
    target: question?.id ?? null,
    begin: () => ({ draft: question ? draftOf(question) : emptyDraft(), version: question?.version ?? null }),
    sayOf: (draft) => sayOf(draft, question),
  })

/** Also what would not be sent: an option without a text is work all the same. */
const sayOf = (draft: QuestionDraft, question: Question | undefined) =>
  JSON.stringify([
    bodyOf(draft, question),
    draft.options.map(({ text, feedback, isCorrect }) => [text, feedback, isCorrect]),
  ])
