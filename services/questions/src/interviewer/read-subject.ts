import type { ChallengeDocument, FollowUpInput } from '@rehearse/contracts'
import type { Principal } from '@rehearse/service-kit'
import { challengeKind } from '../library/challenges.ts'
import { readEntry } from '../library/read-library.ts'
import { findVisibleQuestion } from '../questions/read-question.ts'
import type { Db } from '../tables.ts'
import type { InterviewSubject } from './prompts.ts'

/**
 * What an interview is about, in our own words: nobody asks the model about texts of theirs through us, and of a
 * challenge's solution it knows what the learner may know.
 *
 * @throws {DomainError} not-found
 */
export async function readSubject(
  db: Db,
  { kind, id }: FollowUpInput['subject'],
  learner: Principal,
): Promise<InterviewSubject> {
  if (kind === 'question') {
    const { title, content, options, explanation } = await findVisibleQuestion(db, id, learner)
    const right = options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text)
    return { title, content, modelAnswer: [...right, explanation].join('\n') }
  }
  const shown = await readEntry(db, challengeKind, id, { isAdmin: false, learnerId: learner.id })
  const { title, description, explanation } = shown as Partial<ChallengeDocument>
  return { title: title ?? '', content: description ?? '', modelAnswer: explanation ?? '' }
}
