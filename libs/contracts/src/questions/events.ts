import { z } from 'zod'
import { uuid } from '../common.ts'
import { envelope } from '../envelope.ts'
import { badgeDefinition, badgeDocument } from './badges.ts'
import { challengeDocument } from './challenges.ts'
import { plan, planSection } from './plans.ts'
import { difficulty, questionOption, questionType } from './question.ts'
import { pathStep } from './taxonomy.ts'

/**
 * What other services need of a question version: enough to grade, score and name it. `learningPath` and `sectionId` are
 * ids: the newest versions that are active and approved say which questions a path or a section has.
 */
export const questionSnapshot = z.object({
  questionId: uuid,
  version: z.int(),
  title: z.string(),
  type: questionType,
  difficulty,
  options: z.array(questionOption),
  explanation: z.string(),
  /** The category's name at that time, and its id, which stays; the first messages did not tell it. */
  category: z.string(),
  categoryId: z.string().optional(),
  learningPath: z.string().nullable(),
  sectionId: z.string().nullable(),
  topic: z.string().nullable(),
  points: z.int(),
  isActive: z.boolean(),
  approved: z.boolean(),
})
export type QuestionSnapshot = z.infer<typeof questionSnapshot>

export const questionSubjects = {
  created: 'questions.question.created.v1',
  revised: 'questions.question.revised.v1',
  /** A revision that took the question out of learners' sight. */
  deactivated: 'questions.question.deactivated.v1',
  deleted: 'questions.question.deleted.v1',
} as const

export const questionCreated = envelope('QuestionCreated', 1, questionSnapshot)
export const questionRevised = envelope('QuestionRevised', 1, questionSnapshot)
export const questionDeactivated = envelope('QuestionDeactivated', 1, questionSnapshot)
export const questionDeleted = envelope(
  'QuestionDeleted',
  1,
  z.object({ questionId: uuid, version: z.int() }),
)

export const questionMessage = z.discriminatedUnion('type', [
  questionCreated,
  questionRevised,
  questionDeactivated,
  questionDeleted,
])
export type QuestionMessage = z.infer<typeof questionMessage>

/** What questions are filed under. */
export const placeKind = z.enum(['category', 'topic', 'learning-path', 'section'])
export type PlaceKindName = z.infer<typeof placeKind>

/**
 * An entry of a catalogue as it now is. Its id stays for good; its name may change, so services that show names keep them
 * by id. `revision` grows with every change of an entry, whatever order messages arrive in: a lower one is old news.
 */
export const placeSnapshot = z.object({
  kind: placeKind,
  id: z.string(),
  name: z.string(),
  revision: z.int(),
  /** Of a learning path: its steps in order, without their lessons. Messages from before paths had steps lack it. */
  steps: z.array(pathStep.pick({ id: true, title: true, questionIds: true })).optional(),
})
export type PlaceSnapshot = z.infer<typeof placeSnapshot>

export const placeSubjects = {
  /** Made, changed in something other than its name, or told again by a replay. */
  defined: 'questions.place.defined.v1',
  renamed: 'questions.place.renamed.v1',
  removed: 'questions.place.removed.v1',
} as const

export const placeDefined = envelope('PlaceDefined', 1, placeSnapshot)
export const placeRenamed = envelope('PlaceRenamed', 1, placeSnapshot.extend({ previousName: z.string() }))
/**
 * Its questions have moved before, each as a revision of its own. `revision` is the last that the entry had: only a
 * higher one, of an entry made again, undoes this.
 */
export const placeRemoved = envelope(
  'PlaceRemoved',
  1,
  placeSnapshot.extend({ reassignedTo: z.object({ id: z.string(), name: z.string() }).nullable() }),
)

export const placeMessage = z.discriminatedUnion('type', [placeDefined, placeRenamed, placeRemoved])
export type PlaceMessage = z.infer<typeof placeMessage>

/*
 * Library entries that no service computes with: guides, articles, jobs … Caches read them again.
 */

export const librarySubjects = { revised: 'questions.library.revised.v1' } as const

/** Entries of one kind were made, changed or removed. */
export const libraryRevised = envelope(
  'LibraryRevised',
  1,
  z.object({ kind: z.string(), entryIds: z.array(z.string()) }),
)
export type LibraryRevisedData = z.infer<typeof libraryRevised>['data']

/*
 * What the library defines and others reckon with. Every message holds the whole definition as it now is, so the newest
 * alone counts. `revision` grows with every change of an entry, whatever order messages arrive in: keep the highest,
 * and of a removal its revision too, which is the last that the entry had.
 */

const revision = z.int()
const order = z.int()

/** A badge, with the rule by which it is earned and the points it brings. */
export const badgeDefinedData = z.object({
  badgeId: badgeDefinition.shape.id,
  revision,
  order,
  ...badgeDocument.shape,
  points: z.int(),
})
export type BadgeDefinedData = z.infer<typeof badgeDefinedData>

/** A coding challenge, as far as an attempt at it is judged: neither its tests nor its solution. */
export const challengeDefinedData = z.object({
  challengeId: z.string(),
  revision,
  order,
  title: challengeDocument.shape.title,
  category: challengeDocument.shape.category,
  difficulty: challengeDocument.shape.difficulty,
  testIds: z.array(z.string()),
  /** One for each test. */
  maxScore: z.int(),
})
export type ChallengeDefinedData = z.infer<typeof challengeDefinedData>

/** A template of a guided plan. */
export const planDefinedData = z.object({
  planId: z.string(),
  revision,
  order,
  name: plan.shape.name,
  /** Days. */
  duration: z.int(),
  difficulty: z.enum(['Beginner', 'Intermediate', 'Advanced']),
  totalQuestions: z.int(),
  dailyQuestions: z.int(),
  isActive: z.boolean(),
  /** Each with the questions chosen for it; none: they are drawn from its category, which is a name. */
  sections: z.array(planSection),
})
export type PlanDefinedData = z.infer<typeof planDefinedData>

export const definitionSubjects = {
  badgeDefined: 'questions.badge.defined.v1',
  badgeRemoved: 'questions.badge.removed.v1',
  challengeDefined: 'questions.challenge.defined.v1',
  challengeRemoved: 'questions.challenge.removed.v1',
  planDefined: 'questions.plan.defined.v1',
  planRemoved: 'questions.plan.removed.v1',
} as const

export const badgeDefined = envelope('BadgeDefined', 1, badgeDefinedData)
export const badgeRemoved = envelope('BadgeRemoved', 1, z.object({ badgeId: z.string(), revision }))
export const challengeDefined = envelope('ChallengeDefined', 1, challengeDefinedData)
export const challengeRemoved = envelope(
  'ChallengeRemoved',
  1,
  z.object({ challengeId: z.string(), revision }),
)
export const planDefined = envelope('PlanDefined', 1, planDefinedData)
export const planRemoved = envelope('PlanRemoved', 1, z.object({ planId: z.string(), revision }))

/** By subject: `questions.badge.>`, `questions.challenge.>`, `questions.plan.>`. */
export const badgeMessage = z.discriminatedUnion('type', [badgeDefined, badgeRemoved])
export const challengeMessage = z.discriminatedUnion('type', [challengeDefined, challengeRemoved])
export const planMessage = z.discriminatedUnion('type', [planDefined, planRemoved])
export type BadgeMessage = z.infer<typeof badgeMessage>
export type ChallengeMessage = z.infer<typeof challengeMessage>
export type PlanMessage = z.infer<typeof planMessage>

/**
 * Where the questions service answers a `questionLookupRequest` with a `questionLookupReply`, as NATS request and reply:
 * who keeps a copy of the bank asks before saying that a question doesn't exist, for the copy may be behind.
 */
export const questionLookupSubject = 'service.questions.lookup'

/** A version of a question; the newest, where none is named. */
export const questionLookupRequest = z.object({ questionId: uuid, version: z.int().min(1).optional() })
export type QuestionLookupRequest = z.infer<typeof questionLookupRequest>

/** The message as it was told, or would be told now; null where there is no such version. */
export const questionLookupReply = z.object({ message: questionMessage.nullable() })
export type QuestionLookupReply = z.infer<typeof questionLookupReply>

/**
 * Where the questions service answers a `questionReplayRequest` with a `questionReplayPage`, as NATS request and reply.
 * Outside of the stream's subjects: it is a conversation, not a fact.
 */
export const questionReplaySubject = 'service.questions.replay'

/** Where a page has ended: among the definitions, which come first, or among the versions of questions. */
const replayPlace = z.union([
  z.object({ kind: z.string(), id: z.string() }),
  z.object({ questionId: uuid, version: z.int() }),
])
export type ReplayPlace = z.infer<typeof replayPlace>

/** All that others live from, in pages: from the beginning, or after where the page before ended. */
export const questionReplayRequest = z.object({
  after: replayPlace.nullable(),
  limit: z.int().min(1).max(500).default(200),
})
export type QuestionReplayRequest = z.input<typeof questionReplayRequest>

/** Anything a replay may hold: each place, badge, challenge and plan as it is now, and each version of each question. */
export const replayedMessage = z.discriminatedUnion('type', [
  placeDefined,
  badgeDefined,
  challengeDefined,
  planDefined,
  ...questionMessage.options,
])
export type ReplayedMessage = z.infer<typeof replayedMessage>

/** The messages as they were told, or would be told now; `next` is null at the end. */
export const questionReplayPage = z.object({
  messages: z.array(replayedMessage),
  next: questionReplayRequest.shape.after,
})
export type QuestionReplayPage = z.infer<typeof questionReplayPage>
