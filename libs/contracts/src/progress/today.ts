import { z } from 'zod'
import { messageReply, success } from '../common.ts'
import { LESSON_SECONDS_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { pace } from './pace.ts'
import { pathSectionParams } from './paths.ts'
import { timeZone } from './progress.ts'

/** Why today asks for a part. */
const reason = z.discriminatedUnion('by', [
  z.object({ by: z.literal('interview'), date: z.iso.date(), minutesPerDay: z.int() }),
  /** Flashcards are due. The minutes a day until an interview leave room for some of them if it asks for fewer. */
  z.object({ by: z.literal('cards'), due: z.int(), minutesPerDay: z.int().nullable() }),
  z.object({
    by: z.literal('plan'),
    planId: z.string(),
    name: z.string(),
    day: z.int(),
    duration: z.int(),
    target: z.int(),
    done: z.int(),
    /** Rounded percent of the whole plan. */
    percent: z.int(),
  }),
  z.object({ by: z.literal('course'), pathId: z.string(), name: z.string() }),
  z.object({ by: z.literal('goal'), target: z.int(), done: z.int() }),
])

/** A part of what today asks for. */
const todayPart = z
  .object({
    /** What it counts. */
    kind: z.enum(['lesson', 'questions', 'cards', 'challenge', 'design', 'mock-interview', 'exam']),
    /** How many the page at `to` offers; practice shows them a session at a time. */
    count: z.int().min(1),
    /** An estimate. */
    minutes: z.number(),
    /** The page that does it: a path in the frontend. */
    to: z.string(),
    /** The title of the lesson, challenge or design case; null for other kinds. */
    title: z.string().nullable(),
    why: reason,
  })
  .meta({ id: 'TodayPart' })
export type TodayPart = z.infer<typeof todayPart>

export const today = z
  .object({
    /** Today in the learner's time zone. */
    date: z.iso.date(),
    timeZone: z.string(),
    /** What is left, in the order to do it; empty once everything that was asked for is done. */
    parts: z.array(todayPart),
    /** Of all parts. */
    minutes: z.number(),
    pace,
    /** Questions answered today, and the daily goal. */
    goal: z.object({ target: z.int(), done: z.int() }),
    /** Flashcards that are due now, and those that will be later today. */
    cards: z.object({ due: z.int(), later: z.int() }),
    /** Null if no date is set. */
    interview: z
      .object({ date: z.iso.date(), /** 0 on the day of the interview and afterwards. */ daysLeft: z.int() })
      .nullable(),
    /** The learning path that the learner opened or chose, at its next step; null without one, and once it is complete. */
    course: z
      .object({
        pathId: z.string(),
        name: z.string(),
        /** Percent of the path that is complete. */
        percent: z.int(),
        /** Null if the path has no steps. */
        step: z
          .object({
            id: z.string(),
            title: z.string(),
            /** From 1. */
            number: z.int(),
            of: z.int(),
          })
          .nullable(),
        /** Until the step is done. */
        minutes: z.number(),
        to: z.string(),
      })
      .nullable(),
  })
  .meta({ id: 'Today' })
export type Today = z.infer<typeof today>

export const getToday = endpoint({
  method: 'GET',
  path: '/api/progress/today',
  service: 'progress',
  access: 'learner',
  summary:
    'What today asks for, in the order to do it: interview plan, flashcards, study plans, course and daily goal',
  query: z.object({
    /** By default that of the last answer, or of the interview if it was set later. */
    timeZone: timeZone.optional(),
  }),
  response: { 200: success({ today }) },
})

export const readLesson = endpoint({
  method: 'POST',
  path: '/api/progress/paths/:pathId/sections/:sectionId/read',
  service: 'progress',
  access: 'learner',
  repeatable: true,
  summary: 'Record that you read the lesson of a step; idempotent',
  params: pathSectionParams,
  body: z.object({
    /** Seconds that the lesson was open. */
    seconds: z.int().min(0).max(LESSON_SECONDS_MAX).optional(),
    timeZone: timeZone.optional(),
  }),
  response: { 200: messageReply },
})
