import { z } from 'zod'
import { shortText, slug, success, timestamp, uuid } from '../common.ts'
import {
  ANSWER_TIME_SPENT_MAX,
  BODY_LIMIT,
  EXAM_QUESTIONS,
  INTERVIEW_PATHS_MAX,
  MINUTES_PER_DAY,
  OPTIONS_MAX,
  TRACK_LEVELS,
  TRACK_ROLES,
} from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { questionResponse } from '../questions/typed-answer.ts'
import { pace } from './pace.ts'
import { answerResult, timeZone } from './progress.ts'

/** A share between 0 and 1. */
const share = z.number().min(0).max(1)

const interviewFields = {
  /** The day of the interview, in the learner's time zone. */
  date: z.iso.date(),
  learningPaths: z.array(slug).min(1).max(INTERVIEW_PATHS_MAX),
  minutesPerDay: z.int().min(MINUTES_PER_DAY.min).max(MINUTES_PER_DAY.max),
}

/** What a learner interviews for: it adds challenges, design cases, mock interviews and a mock exam to the plan. */
export const interviewTrack = z.object({ role: z.enum(TRACK_ROLES), level: z.enum(TRACK_LEVELS) })
export type InterviewTrack = z.infer<typeof interviewTrack>

/** A request of the questions service to progress: which questions are reserved for a learner's mock exams. */
export const reservedQuestionsSubject = 'service.progress.reserved-questions'
export const reservedQuestionsRequest = z.object({ learnerId: z.string() })
export const reservedQuestionsReply = z.object({ ids: z.array(uuid) })

export const interviewInput = z.object({
  ...interviewFields,
  /** The time zone that decides which day it is; by default that of the last answer. */
  timeZone: timeZone.optional(),
  track: interviewTrack.nullable().default(null),
  /** Returns the plan without storing it. */
  dryRun: z.boolean().default(false),
})
export type InterviewInput = z.infer<typeof interviewInput>

const plannedLesson = z.object({
  pathId: z.string(),
  stepId: z.string(),
  title: z.string(),
  minutes: z.number(),
})

/** Something that a track asks for on a day. */
const plannedActivity = z
  .object({
    kind: z.enum(['challenge', 'design', 'mock-interview', 'exam']),
    /** Of the challenge or the question; null for others. */
    title: z.string().nullable(),
    minutes: z.number(),
    /** The page that does it: a path in the frontend. */
    to: z.string(),
  })
  .meta({ id: 'PlannedActivity' })
export type PlannedActivity = z.infer<typeof plannedActivity>

/** A day of the plan. Minutes are estimates. */
const plannedDay = z
  .object({
    date: z.iso.date(),
    /** Of the track, in the order to do them. */
    activities: z.array(plannedActivity),
    /** Questions that the learner hasn't seen. */
    unseen: z.int(),
    lessons: z.int(),
    /** Flashcards, expected ones included: a question that is answered comes back as a card. */
    due: z.int(),
    /** Without the study plans'. */
    minutes: z.number(),
    /** The questions of running study plans, which take their minutes of the day first. */
    studyPlans: z.array(
      z.object({ planId: z.string(), name: z.string(), questions: z.int(), minutes: z.number() }),
    ),
  })
  .meta({ id: 'PlannedDay' })
export type PlannedDay = z.infer<typeof plannedDay>

export const interview = z
  .object({
    date: interviewFields.date,
    /** 0 on the day of the interview and afterwards. */
    daysLeft: z.int(),
    learningPaths: z.array(z.object({ id: z.string(), title: z.string() })),
    minutesPerDay: z.int(),
    /** The time zone whose days these are: the learner's newest one. */
    timeZone: z.string(),
    setAt: timestamp,
    /** Null for a plan of learning paths alone. */
    track: interviewTrack.nullable(),
    pace,
    /** What is left of today's plan; empty on the day of the interview and afterwards. */
    today: z.object({
      date: z.iso.date(),
      /** In the order to answer them. */
      unseen: z.array(uuid),
      /** Each before the questions of its step. */
      lessons: z.array(plannedLesson),
      activities: z.array(plannedActivity),
      due: z.int(),
      minutes: z.number(),
    }),
    /** From today to the day before the interview. */
    days: z.array(plannedDay),
    coverage: z.object({
      /** The share of what is left, by minutes, that the plan has time for; rounded down. 100 if nothing is left. */
      percent: z.int(),
      unseenLeft: z.int(),
      lessonsLeft: z.int(),
      /** Minutes a day that would have to be added for everything to fit; 0 if it fits. */
      extraMinutesPerDay: z.int(),
    }),
    /** The last day with new questions. */
    learnUntil: z.iso.date(),
    /** Questions reserved for mock exams: lists and search on the device leave them out. */
    reservedIds: z.array(uuid),
    /** The URL of the private calendar feed, without the origin; null if there is none. */
    calendar: z.object({ url: z.string().nullable() }),
  })
  .meta({ id: 'Interview' })
export type Interview = z.infer<typeof interview>

const interviewReply = success({ interview })
const noInterview = {
  no_interview: { status: 409, description: 'no interview date is set, or it has passed.' },
}

export const setInterview = endpoint({
  method: 'PUT',
  path: '/api/progress/interview',
  service: 'progress',
  access: 'learner',
  summary:
    'Set your interview date, learning paths, minutes a day and track; replaces the earlier ones. With `dryRun`, returns the plan only',
  body: interviewInput,
  response: { 200: interviewReply },
  errors: {
    invalid_interview_date: {
      status: 400,
      description: 'the date is today or in the past in that time zone, or more than 365 days ahead.',
    },
    invalid_learning_paths: { status: 400, description: 'a learning path is unknown or repeated.' },
  },
})

export const getInterview = endpoint({
  method: 'GET',
  path: '/api/progress/interview',
  service: 'progress',
  access: 'learner',
  summary: 'Your interview date and the plan until then, computed from what is left',
  query: z.object({
    /** By default that of the last answer, or of the interview if it was set later. */
    timeZone: timeZone.optional(),
  }),
  response: { 200: success({ interview: interview.nullable() }) },
})

export const clearInterview = endpoint({
  method: 'DELETE',
  path: '/api/progress/interview',
  service: 'progress',
  access: 'learner',
  summary: 'Clear your interview date: the reserved questions are released and the calendar feed is revoked',
  response: { 200: success({ interview: z.null() }) },
})

const forecastInterval = { chance: share, low: share, high: share }

export const topicForecast = z
  .object({
    topic: z.string(),
    /** Graded first answers in this topic. */
    n: z.int(),
    /** Questions of your paths in this topic; of the whole bank without an interview. */
    questions: z.int(),
    /** The expected share of correct answers to its questions with a 95 % interval; null below 30 graded answers. */
    chance: share.nullable(),
    low: share.nullable(),
    high: share.nullable(),
  })
  .meta({ id: 'TopicForecast' })
export type TopicForecast = z.infer<typeof topicForecast>

const examForecast = {
  /** The expected share of correct answers, with a 95 % interval for a mock exam of this length. */
  predicted: share,
  low: share,
  high: share,
}

export const forecastTest = z
  .object({
    examId: uuid,
    madeAt: timestamp,
    /** The number of questions. */
    questions: z.int(),
    ...examForecast,
    /** Null until the exam is finished. */
    testedAt: timestamp.nullable(),
    correct: z.int().nullable(),
    total: z.int().nullable(),
  })
  .meta({ id: 'ForecastTest' })
export type ForecastTest = z.infer<typeof forecastTest>

export const getForecast = endpoint({
  method: 'GET',
  path: '/api/progress/forecast',
  service: 'progress',
  access: 'learner',
  summary: 'The share of questions that you would answer correctly, by topic, and how earlier forecasts did',
  response: {
    200: success({
      /** Over the questions of the chosen paths, or of all without an interview; null below 30 graded answers. */
      overall: z.object({ ...forecastInterval, n: z.int() }).nullable(),
      topics: z.array(topicForecast),
      /** Newest first. */
      tests: z.array(forecastTest),
    }),
  },
})

/** A mock exam on reserved questions. */
export const mockExam = z
  .object({
    examId: uuid,
    questionIds: z.array(uuid),
    ...examForecast,
    madeAt: timestamp,
    testedAt: timestamp.nullable(),
  })
  .meta({ id: 'MockExam' })
export type MockExam = z.infer<typeof mockExam>

export const startMockExam = endpoint({
  method: 'POST',
  path: '/api/progress/forecast/exams',
  service: 'progress',
  access: 'learner',
  summary: 'Start a mock exam on reserved questions and record its forecast; an unfinished one is continued',
  body: z.object({
    /** Generated by the client: the idempotency key. */
    examId: uuid,
    count: z.int().min(EXAM_QUESTIONS.min).max(EXAM_QUESTIONS.max).default(EXAM_QUESTIONS.default),
    timeZone: timeZone.optional(),
  }),
  /** Another exam than requested, if one was unfinished. */
  response: { 200: success({ exam: mockExam }) },
  errors: {
    ...noInterview,
    forecast_unknown: { status: 409, description: 'a forecast needs 30 graded answers.' },
    too_few_reserved_questions: {
      status: 409,
      description: 'fewer than 10 reserved questions are left.',
    },
  },
})

export const examAnswer = z.object({
  questionId: uuid,
  questionVersion: z.int().min(1).max(2_147_483_647).optional(),
  selectedOptionIds: z.array(z.string().max(32)).max(OPTIONS_MAX).optional(),
  response: questionResponse.optional(),
  /** Whole seconds. */
  timeSpent: z.int().min(0).max(ANSWER_TIME_SPENT_MAX),
})
export type ExamAnswer = z.infer<typeof examAnswer>

export const examParams = z.object({ examId: uuid })

export const finishMockExam = endpoint({
  method: 'POST',
  path: '/api/progress/forecast/exams/:examId/finish',
  service: 'progress',
  access: 'learner',
  bodyLimit: BODY_LIMIT,
  summary: 'Finish a mock exam: its answers are graded and saved, and the forecast is tested; idempotent',
  params: examParams,
  body: z.object({
    /** Questions without an answer count as incorrect in the exam, and nothing is saved for them. */
    answers: z.array(examAnswer).max(EXAM_QUESTIONS.max),
    timeZone: timeZone.optional(),
  }),
  response: {
    200: success({
      exam: mockExam,
      correct: z.int(),
      total: z.int(),
      /** In the order of the exam. */
      results: z.array(
        z.object({
          questionId: uuid,
          /** Null without an answer. */
          result: answerResult.nullable(),
        }),
      ),
    }),
  },
  errors: {
    exam_not_found: { status: 404, description: 'you have no mock exam with this ID.' },
    not_in_exam: {
      status: 400,
      description: 'an answer is for a question outside the exam, or is repeated.',
    },
  },
})

export const calendarReply = success({ url: z.string() })

export const createCalendar = endpoint({
  method: 'POST',
  path: '/api/progress/interview/calendar',
  service: 'progress',
  access: 'learner',
  summary: 'Create the private calendar feed of your plan; an earlier URL stops working',
  response: { 200: calendarReply },
  errors: noInterview,
})

export const removeCalendar = endpoint({
  method: 'DELETE',
  path: '/api/progress/interview/calendar',
  service: 'progress',
  access: 'learner',
  summary: 'Revoke the private calendar feed',
  response: { 200: success({ url: z.null() }) },
})

export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/:file',
  service: 'progress',
  access: 'anyone',
  summary: 'A private calendar feed (iCalendar) for calendar apps; its URL is the secret',
  produces: ['text/calendar'],
  headers: z.object({ 'if-none-match': z.string().max(200).optional() }),
  params: z.object({ file: shortText(100) }),
  errors: { calendar_not_found: { status: 404, description: 'the URL is unknown or was revoked.' } },
})
