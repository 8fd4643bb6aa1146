import { z } from 'zod'
import { longText, revision, shortText, slug, success, uuid } from '../common.ts'
import { BODY_LIMIT, PATH_STEPS } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { hasUserInfo } from '../web-address.ts'
import { diagrams, editEndpoints, illustratedText, orderEndpoints, patchOf, removedReply } from './entries.ts'
import { difficulty, publicQuestion } from './question.ts'
import { difficultyInput } from './question-input.ts'

export const STEP_QUESTIONS_MAX = 50
export const STEP_CHALLENGES_MAX = 10

/**
 * A step of a learning path: a lesson, and the questions about it. Its id is permanent, since learners' progress
 * refers to it.
 */
export const pathStep = z.object({
  id: slug,
  title: shortText(200),
  /** What it teaches, in one sentence. */
  summary: longText(500).default(''),
  /** Markdown; empty if there is no lesson yet. */
  lesson: illustratedText(40_000).default(''),
  /** Easy ones first. A question can be in steps of several paths, but only once per path. */
  questionIds: z.array(uuid).max(STEP_QUESTIONS_MAX).default([]),
  /** Coding challenges on the same topic. A step that was stored before steps had challenges lacks it. */
  challengeIds: z.array(slug).max(STEP_CHALLENGES_MAX).optional(),
})
export type PathStep = z.infer<typeof pathStep>

export const learningPath = z
  .object({
    id: slug,
    name: z.string(),
    title: z.string(),
    description: z.string(),
    difficulty,
    /** Hours, computed from its questions and the words of its lessons. */
    estimatedTime: z.number(),
    prerequisites: z.array(z.string()),
    targetSkills: z.array(z.string()),
    /** Visible questions in its steps; of a path without steps, its own questions. */
    questionCount: z.int(),
    stepCount: z.int(),
    questionCategories: z.array(z.string()),
    resources: z.array(z.string()),
    order: z.int(),
    revision,
  })
  .meta({ id: 'LearningPath' })
export type LearningPath = z.infer<typeof learningPath>

/** A challenge that a step names, as its link shows it. */
const stepChallenge = z.object({
  id: slug,
  title: z.string(),
  difficulty: z.enum(['easy', 'medium', 'hard']),
})

/**
 * A path with its steps in order, and the approved challenges that they name. Learners see visible questions only,
 * admins all.
 */
export const learningPathDetails = learningPath
  .extend({ steps: z.array(pathStep), challenges: z.array(stepChallenge), diagrams })
  .meta({ id: 'LearningPathDetails' })
export type LearningPathDetails = z.infer<typeof learningPathDetails>

/** A learning path as in the content files. */
export const learningPathInput = z.object({
  id: slug,
  title: shortText(200),
  description: longText(2_000).default(''),
  difficulty: difficultyInput.default('beginner'),
  prerequisites: z.array(slug).max(50).default([]),
  targetSkills: z.array(shortText(100)).max(50).default([]),
  questionCategories: z.array(shortText(100)).max(50).default([]),
  resources: z
    .array(
      z
        .string()
        .max(500)
        .refine((text) => !hasUserInfo(text), 'must not contain a user name or password'),
    )
    .max(200)
    .default([]),
  order: z.int().min(0).max(100_000).default(0),
})
export type LearningPathInput = z.infer<typeof learningPathInput>

/** The available icons of sections. */
export const sectionIcon = z.enum([
  'learning',
  'practice',
  'interview-prep',
  'media',
  'coding',
  'system-design',
  'security',
  'performance',
  'testing',
  'deployment',
])

export const sectionInput = z.object({
  id: slug,
  name: shortText(100),
  description: longText(2_000).default(''),
  icon: sectionIcon.default('learning'),
  order: z.int().min(0).max(100_000).default(0),
})
export type SectionInput = z.infer<typeof sectionInput>

export const category = z
  .object({ id: slug, name: z.string(), questionCount: z.int(), revision })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof category>

export const topic = z
  .object({ id: slug, name: z.string(), questionCount: z.int(), revision })
  .meta({ id: 'Topic' })
export type Topic = z.infer<typeof topic>

export const section = z
  .object({ ...sectionInput.shape, questionCount: z.int(), revision })
  .meta({ id: 'Section' })
export type Section = z.infer<typeof section>

export const learningPathListReply = success({ data: z.array(learningPath), count: z.int() })
export const categoryListReply = success({ data: z.array(category), count: z.int() })
export const topicListReply = success({ data: z.array(topic), count: z.int() })
export const sectionListReply = success({ data: z.array(section), count: z.int() })

/** GET /api/questions/{learningPathId}: the path with all its visible questions, without their keys. */
export const pathQuestionsReply = success({
  learningPath,
  questions: z.array(publicQuestion),
  count: z.int(),
})

const byName = z.record(z.string(), z.int())

/** GET /api/questions/stats. */
export const questionStatsReply = success({
  data: z.object({
    totalQuestions: z.int(),
    activeQuestions: z.int(),
    inactiveQuestions: z.int(),
    /** Mean of beginner 1, intermediate 2, advanced 3; 0 without questions. */
    averageDifficulty: z.number(),
    questionsByCategory: byName,
    questionsByDifficulty: byName,
    questionsByLearningPath: byName,
    questionsBySection: byName,
    topCategories: z.array(z.object({ category: z.string(), count: z.int(), percentage: z.number() })),
    recentActivity: z.array(
      z.object({
        date: z.iso.date(),
        questionsAdded: z.int(),
        questionsUpdated: z.int(),
        questionsDeleted: z.int(),
      }),
    ),
    lastUpdated: z.iso.datetime().nullable(),
  }),
})
export type QuestionStats = z.infer<typeof questionStatsReply>['data']

/** The id is derived from the name by default. */
const id = slug.optional()

/** Bodies that create taxonomy nodes. */
export const newCategory = z.object({ id, name: shortText(100) })
export const newTopic = z.object({ id, name: shortText(100) })
export const newSection = z.object({ ...sectionInput.shape, id })
/** A path's title is its name; one of them is enough. */
export const newLearningPath = z.object({
  ...learningPathInput.shape,
  /** In order, each id and each question once. */
  steps: z.array(pathStep).max(PATH_STEPS).default([]),
  id,
  title: shortText(200).optional(),
  name: shortText(200).optional(),
})

/** Bodies that change taxonomy nodes: missing fields stay. Ids never change. */
export const categoryPatch = patchOf(newCategory.omit({ id: true }))
export const topicPatch = patchOf(newTopic.omit({ id: true }))
export const sectionPatch = patchOf(newSection.omit({ id: true }))
export const learningPathPatch = patchOf(newLearningPath.omit({ id: true })).extend({
  title: newLearningPath.shape.title,
  name: newLearningPath.shape.name,
})

/** DELETE of a taxonomy node: where its questions move. In the query, or in a body. */
export const removePlaceQuery = z.object({ reassignTo: shortText(100).optional() })

export const categoryReply = success({ data: category, message: z.string() })
export const topicReply = success({ data: topic, message: z.string() })
export const sectionReply = success({ data: section, message: z.string() })
export const learningPathReply = success({ data: learningPathDetails, message: z.string() })

/** The number of moved questions. */
export const removedPlaceReply = removedReply.extend({ moved: z.int() })

export const listLearningPathsOfQuestions = endpoint({
  method: 'GET',
  path: '/api/questions/learning-paths',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'catalog',
  summary: 'List learning paths',
  response: { 200: learningPathListReply },
})

export const getPathQuestions = endpoint({
  method: 'GET',
  path: '/api/questions/:learningPathId',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'catalog',
  summary: 'Get a learning path with all its questions, without their keys',
  params: z.object({ learningPathId: shortText(100) }),
  response: { 200: pathQuestionsReply },
})

export const listLearningPaths = endpoint({
  method: 'GET',
  path: '/api/learning-paths',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'catalog',
  summary: 'List learning paths',
  response: { 200: learningPathListReply },
})

export const getLearningPath = endpoint({
  method: 'GET',
  path: '/api/learning-paths/:id',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'catalog',
  summary: 'Get a learning path with its steps and lessons',
  params: z.object({ id: slug }),
  response: { 200: success({ data: learningPathDetails }) },
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'catalog',
  summary: 'List categories',
  response: { 200: categoryListReply },
})

export const listTopics = endpoint({
  method: 'GET',
  path: '/api/topics',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'catalog',
  summary: 'List topics',
  response: { 200: topicListReply },
})

export const listSections = endpoint({
  method: 'GET',
  path: '/api/sections',
  service: 'questions',
  access: 'anyone',
  cache: 'until-changed',
  tag: 'catalog',
  summary: 'List sections',
  response: { 200: sectionListReply },
})

/** DELETE of a taxonomy node: its questions move to `reassignTo`. */
const removal = {
  effect: ' and move its questions',
  query: removePlaceQuery,
  reply: removedPlaceReply,
}

export const categoryEndpoints = editEndpoints({
  path: '/api/categories',
  noun: 'Category',
  tag: 'catalog',
  create: newCategory,
  patch: categoryPatch,
  reply: categoryReply,
  removal,
})

export const topicEndpoints = editEndpoints({
  path: '/api/topics',
  noun: 'Topic',
  tag: 'catalog',
  create: newTopic,
  patch: topicPatch,
  reply: topicReply,
  removal,
})

export const sectionEndpoints = {
  ...editEndpoints({
    path: '/api/sections',
    noun: 'Section',
    tag: 'catalog',
    create: newSection,
    patch: sectionPatch,
    reply: sectionReply,
    removal,
  }),
  ...orderEndpoints({ path: '/api/sections', noun: 'Section', tag: 'catalog' }),
}

export const learningPathEndpoints = {
  ...editEndpoints({
    path: '/api/learning-paths',
    noun: 'Learning path',
    tag: 'catalog',
    bodyLimit: BODY_LIMIT,
    create: newLearningPath,
    patch: learningPathPatch,
    reply: learningPathReply,
    removal,
  }),
  ...orderEndpoints({ path: '/api/learning-paths', noun: 'Learning path', tag: 'catalog' }),
}
