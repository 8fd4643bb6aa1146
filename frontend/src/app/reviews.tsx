import { EntryReview } from '../features/content-editor/entry-review.tsx'
import { LearnerPreview } from '../features/practice/learner-preview.tsx'
import { ReviewQueue } from '../features/question-manager/review-queue.tsx'
import { besideEntries } from './beside-entries.tsx'

export function Reviews() {
  return (
    <ReviewQueue
      preview={(question) => <LearnerPreview question={question} />}
      entry={(item, onDone) => <EntryReview item={item} beside={besideEntries} onDone={onDone} />}
    />
  )
}
