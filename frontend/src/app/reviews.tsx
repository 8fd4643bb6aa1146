import { LearnerPreview } from '../features/practice/learner-preview.tsx'
import { ReviewQueue } from '../features/question-manager/review-queue.tsx'

export function Reviews() {
  return <ReviewQueue preview={(question) => <LearnerPreview question={question} />} />
}
