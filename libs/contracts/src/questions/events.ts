import { z } from 'zod'
import { uuid } from '../common.ts'
import { envelope } from '../envelope.ts'
import { badgeDefinition, badgeDocument } from './badges.ts'
import { challengeKinds } from './challenge-files.ts'
import { challengeDocument } from './challenges.ts'
import { plan, planSection } from './plans.ts'
import { contentStatus, difficulty, questionOption, questionType } from './question.ts'
import { pathStep } from './taxonomy.ts'
import { questionAnswer } from './typed-answer.ts'

/**
 * The part of a question version that other services need to grade, score and name it. `learningPath` and `sectionId`
 * are ids: the newest versions that are active and approved decide which questions a path or a section has.
 */
export const questionSnapshot = z.object({
  questionId: uuid,
  version: z.int(),
  title: z.string(),
  type: questionType,
  difficulty,
  options: z.array(questionOption),
  /** The key of a question without options. */
  answer: questionAnswer.optional(),
  explanation: z.string(),
  /** The category's name at that time, and its permanent id; early messages lack it. */
  category: z.string(),
  categoryId: z.string().optional(),
  learningPath: z.string().nullable(),
  sectionId: z.string().nullable(),
  topic: z.string().nullable(),
  points: z.int(),
  isActive: z.boolean(),
  /** Whether `status` is `approved`; early messages have only this. */
  approved: z.boolean(),
  status: contentStatus.optional(),
  /**
   * Equal for versions with the same content, options and key, whose statistics count as one. Early messages lack it.
   */
  contentDigest: z.string().optional(),
})
export type QuestionSnapshot = z.infer<typeof questionSnapshot>

export const questionSubjects = {
  created: 'questions.question.created.v1',
  revised: 'questions.question.revised.v1',
  /** A revision that hid the question from learners. */
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

/** Taxonomy nodes. */
export const placeKind = z.enum(['category', 'topic', 'learning-path', 'section'])
export type PlaceKindName = z.infer<typeof placeKind>

/**
 * A taxonomy node's current state. Its id is permanent; its name may change, so services store names by id.
 * `revision` grows with every change of a node, whatever order messages arrive in: ignore a lower one.
 */
export const placeSnapshot = z.object({
  kind: placeKind,
  id: z.string(),
  name: z.string(),
  revision: z.int(),
  /** A learning path's steps in order, without their lessons. Messages from before paths had steps lack it. */
  steps: z
    .array(
      pathStep.pick({ id: true, title: true, questionIds: true }).extend({
        /** The length of its lesson. Early messages lack it. */
        lessonWords: z.int().optional(),
      }),
    )
    .optional(),
})
export type PlaceSnapshot = z.infer<typeof placeSnapshot>

export const placeSubjects = {
  /** Created, changed in something other than its name, or sent again by a replay. */
  defined: 'questions.place.defined.v1',
  renamed: 'questions.place.renamed.v1',
  removed: 'questions.place.removed.v1',
} as const

export const placeDefined = envelope('PlaceDefined', 1, placeSnapshot)
export const placeRenamed = envelope('PlaceRenamed', 1, placeSnapshot.extend({ previousName: z.string() }))
/**
 * Its questions were moved before, each as a separate revision. `revision` is the node's last: only a higher one, of
 * a node created again, undoes this.
 */
export const placeRemoved = envelope(
  'PlaceRemoved',
  1,
  placeSnapshot.extend({ reassignedTo: z.object({ id: z.string(), name: z.string() }).nullable() }),
)

export const placeMessage = z.discriminatedUnion('type', [placeDefined, placeRenamed, placeRemoved])
export type PlaceMessage = z.infer<typeof placeMessage>

/* Library entries that no service computes with: guides, articles, jobs … Caches reload them. */

export const librarySubjects = { revised: 'questions.library.revised.v1' } as const

/** Entries of one kind were created, changed or removed. */
export const libraryRevised = envelope(
  'LibraryRevised',
  1,
  z.object({ kind: z.string(), entryIds: z.array(z.string()) }),
)
export type LibraryRevisedData = z.infer<typeof libraryRevised>['data']

/*
 * Library definitions that other services use. Every message has the whole current definition, so only the newest
 * counts. `revision` grows with every change of an entry, whatever order messages arrive in: keep the highest, also
 * that of a removal, which is the entry's last.
 */

const revision = z.int()
const order = z.int()

/** A badge, with its rule and its points. */
export const badgeDefinedData = z.object({
  badgeId: badgeDefinition.shape.id,
  revision,
  order,
  ...badgeDocument.shape,
  points: z.int(),
})
export type BadgeDefinedData = z.infer<typeof badgeDefinedData>

/** The part of a coding challenge that is needed to grade attempts: neither its tests nor its solution. */
export const challengeDefinedData = z.object({
  challengeId: z.string(),
  revision,
  order,
  title: challengeDocument.shape.title,
  category: challengeDocument.shape.category,
  difficulty: challengeDocument.shape.difficulty,
  /** Messages from before there were others have none. */
  kind: challengeKinds.default('web'),
  testIds: z.array(z.string()),
  /** One per test; 0 if the tests are in files. */
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
  /** Each section with its chosen questions; without any, they are drawn from its category, which is a name. */
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
 * The subject on which the questions service answers a `questionLookupRequest` with a `questionLookupReply`, by NATS
 * request and reply: services with a copy of the bank ask before they report a question as unknown, since the copy
 * may lag behind.
 */
export const questionLookupSubject = 'service.questions.lookup'

/** A version of a question; by default the newest. */
export const questionLookupRequest = z.object({ questionId: uuid, version: z.int().min(1).optional() })
export type QuestionLookupRequest = z.infer<typeof questionLookupRequest>

/** The message as it was or would be published; null if the version doesn't exist. */
export const questionLookupReply = z.object({ message: questionMessage.nullable() })
export type QuestionLookupReply = z.infer<typeof questionLookupReply>

/**
 * The subject on which the questions service answers a `questionReplayRequest` with a `questionReplayPage`, by NATS
 * request and reply. Not in the stream's subjects, since it is no event.
 */
export const questionReplaySubject = 'service.questions.replay'

/** The end of a page: among the definitions, which come first, or among the versions of questions. */
const replayPlace = z.union([
  z.object({ kind: z.string(), id: z.string() }),
  z.object({ questionId: uuid, version: z.int() }),
])
export type ReplayPlace = z.infer<typeof replayPlace>

/** Everything that other services copy, in pages: from the beginning, or after the end of the previous page. */
export const questionReplayRequest = z.object({
  after: replayPlace.nullable(),
  limit: z.int().min(1).max(500).default(200),
})
export type QuestionReplayRequest = z.input<typeof questionReplayRequest>

/**
 * Anything in a replay: the current state of each taxonomy node, badge, challenge and plan, and each version of each
 * question.
 */
export const replayedMessage = z.discriminatedUnion('type', [
  placeDefined,
  badgeDefined,
  challengeDefined,
  planDefined,
  ...questionMessage.options,
])
export type ReplayedMessage = z.infer<typeof replayedMessage>

/** The messages as they were or would be published; `next` is null at the end. */
export const questionReplayPage = z.object({
  messages: z.array(replayedMessage),
  next: questionReplayRequest.shape.after,
})
export type QuestionReplayPage = z.infer<typeof questionReplayPage>
