import type { Question } from '@rehearse/contracts'
import { useDeferredValue } from 'react'
import { useManagerMessages } from '../manager-messages.ts'
import { draftQuestion } from './draft-question.ts'
import type { Preview } from './preview.ts'
import type { QuestionDraft } from './question-draft.ts'
import styles from './question-form.module.css'

/** The question as a learner will see it, a moment behind the keys. */
export function PreviewPane({
  draft,
  question,
  preview,
}: {
  draft: QuestionDraft
  question: Question | undefined
  preview: Preview
}) {
  const { form: messages } = useManagerMessages()
  const shown = useDeferredValue(draft)
  const empty = shown.title.trim() === '' && shown.content.trim() === ''
  return (
    <section aria-labelledby="question-preview" className={styles.preview}>
      <h3 id="question-preview" className={styles.previewTitle}>
        {messages.preview}
      </h3>
      {empty ? (
        <p className={styles.quiet}>{messages.previewEmpty}</p>
      ) : (
        preview(draftQuestion(shown, question))
      )}
    </section>
  )
}
