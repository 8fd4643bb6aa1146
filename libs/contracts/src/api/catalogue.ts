import { z } from 'zod'
import { longText, revision, shortText, success } from './common.ts'
import { difficultyInput } from './question-input.ts'
import { difficulty, publicQuestion } from './questions.ts'

/** Ids of paths, categories, topics and sections: readable, and stable when the name changes. */
export const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
  .max(100)

export const learningPath = z
  .object({
    id: slug,
    name: z.string(),
    title: z.string(),
    description: z.string(),
    difficulty,
    /** Hours. */
    estimatedTime: z.number(),
    prerequisites: z.array(z.string()),
    targetSkills: z.array(z.string()),
    questionCount: z.int(),
    questionCategories: z.array(z.string()),
    resources: z.array(z.string()),
    order: z.int(),
    revision,
  })
  .meta({ id: 'LearningPath' })
export type LearningPath = z.infer<typeof learningPath>

/** A learning path as the content files and the importer state it. */
export const learningPathInput = z.object({
  id: slug,
  title: shortText(200),
  description: longText(2_000).default(''),
  difficulty: difficultyInput.default('beginner'),
  estimatedTime: z.number().min(0).max(10_000).default(0),
  prerequisites: z.array(slug).max(50).default([]),
  targetSkills: z.array(shortText(100)).max(50).default([]),
  questionCategories: z.array(shortText(100)).max(50).default([]),
  resources: z.array(z.string().max(500)).max(200).default([]),
  order: z.int().min(0).max(100_000).default(0),
})
export type LearningPathInput = z.infer<typeof learningPathInput>

/** Icons that sections may carry. */
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

/** GET /api/questions/{learningPathId}: the path and all its open questions, without their keys. */
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
    /** Mean of beginner 1, intermediate 2, advanced 3; 0 where there are no questions. */
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
