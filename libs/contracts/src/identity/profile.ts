import { z } from 'zod'
import { WANTED_CHANCE } from '../adaptive.ts'
import { messageReply, personName, shortText, slug, success, timestamp } from '../common.ts'
import { BODY_LIMIT, DAILY_GOAL, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { learningMode, timeZone } from '../progress/progress.ts'
import { difficultyInput } from '../questions/question-input.ts'
import { addressOf } from '../web-address.ts'
import { user } from './accounts.ts'

/** The specification's defaults. */
export const PREFERENCE_DEFAULTS = {
  theme: 'system',
  notifications: { email: true, push: true, learningReminders: true, achievementAlerts: true },
  emailUpdates: false,
  language: 'en',
  timezone: 'UTC',
  learningMode: null,
  dailyGoal: DAILY_GOAL.default,
  targetAccuracy: WANTED_CHANCE.default,
  studyHours: { start: '09:00', end: '17:00' },
  difficultyPreference: 'mixed',
  sections: ['HTML', 'CSS', 'JavaScript', 'React'],
  focusAreas: [],
  interviewDate: null,
  learningPath: null,
} as const

/** A time of day in the learner's time zone. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00')

/** Names of topics: each once, in the learner's own order. */
const fieldNames = z.array(shortText(100)).max(50).overwrite(withoutDuplicates)

const studyHours = z
  .object({
    start: timeOfDay.default(PREFERENCE_DEFAULTS.studyHours.start),
    end: timeOfDay.default(PREFERENCE_DEFAULTS.studyHours.end),
  })
  /** An end before the start is on the next day. */
  .refine(({ start, end }) => start !== end, 'must not start and end at the same time')

const notifications = z.object({
  /** Whether to send email, and messages to this learner's devices, at all. */
  email: z.boolean().default(PREFERENCE_DEFAULTS.notifications.email),
  push: z.boolean().default(PREFERENCE_DEFAULTS.notifications.push),
  /** The subjects of these messages. */
  learningReminders: z.boolean().default(PREFERENCE_DEFAULTS.notifications.learningReminders),
  achievementAlerts: z.boolean().default(PREFERENCE_DEFAULTS.notifications.achievementAlerts),
})

/** PUT /api/users/me/preferences: all of them. A missing one is reset to its default. */
export const preferencesInput = z.object({
  theme: z.enum(['system', 'light', 'dark']).default(PREFERENCE_DEFAULTS.theme),
  notifications: notifications.prefault({}),
  /** Product news, off by default. */
  emailUpdates: z.boolean().default(PREFERENCE_DEFAULTS.emailUpdates),
  language: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'must be a language tag such as en or pt-BR')
    .default(PREFERENCE_DEFAULTS.language),
  timezone: timeZone.default(PREFERENCE_DEFAULTS.timezone),
  /** Null until chosen. */
  learningMode: learningMode.nullable().default(PREFERENCE_DEFAULTS.learningMode),
  /** Questions per day. */
  dailyGoal: z.int().min(DAILY_GOAL.min).max(DAILY_GOAL.max).default(PREFERENCE_DEFAULTS.dailyGoal),
  /** The share of questions to answer correctly in adaptive practice, in percent. */
  targetAccuracy: z
    .int()
    .min(WANTED_CHANCE.min)
    .max(WANTED_CHANCE.max)
    .default(PREFERENCE_DEFAULTS.targetAccuracy),
  studyHours: studyHours.prefault({}),
  difficultyPreference: z
    .union([z.literal('mixed'), difficultyInput])
    .default(PREFERENCE_DEFAULTS.difficultyPreference),
  sections: fieldNames.default([...PREFERENCE_DEFAULTS.sections]),
  focusAreas: fieldNames.default([...PREFERENCE_DEFAULTS.focusAreas]),
  /** Null if there is none, or it isn't known yet. */
  interviewDate: z.iso.date().nullable().default(PREFERENCE_DEFAULTS.interviewDate),
  /** The id of the path the learner chose last. */
  learningPath: slug.nullable().default(PREFERENCE_DEFAULTS.learningPath),
})

export const preferences = z
  .object({
    theme: z.enum(['system', 'light', 'dark']),
    notifications: z.object({
      email: z.boolean(),
      push: z.boolean(),
      learningReminders: z.boolean(),
      achievementAlerts: z.boolean(),
    }),
    emailUpdates: z.boolean(),
    language: z.string(),
    timezone: z.string(),
    learningMode: learningMode.nullable(),
    dailyGoal: z.int(),
    targetAccuracy: z.int(),
    studyHours: z.object({ start: z.string(), end: z.string() }),
    difficultyPreference: z.enum(['mixed', 'beginner', 'intermediate', 'advanced']),
    sections: z.array(z.string()),
    focusAreas: z.array(z.string()),
    interviewDate: z.iso.date().nullable(),
    learningPath: z.string().nullable(),
  })
  .meta({ id: 'Preferences' })
export type Preferences = z.infer<typeof preferences>

export const preferencesReply = success({ preferences })

function withoutDuplicates(names: string[]): string[] {
  return [...new Set(names)]
}

export const signInProvider = z.enum(['google', 'github'])
export type SignInProviderName = z.infer<typeof signInProvider>

/** A picture's URL. Never plain http, since the page that shows it isn't. */
export const photoAddress = addressOf(/^https$/, TEXT_MAX.webAddress, 'must be an https address')

/** The learner's own record: profile, sign-in methods and preferences. */
export const profile = z
  .object({
    ...user.shape,
    hasPassword: z.boolean(),
    /** Linked accounts at sign-in providers. */
    identities: z.array(
      z.object({ provider: signInProvider, email: z.string().nullable(), linkedAt: timestamp }),
    ),
    timezone: z.string(),
    preferences,
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profile>

/** PATCH /api/users/me. Missing fields stay; the email address has its own endpoints. */
export const profileInput = z.object({
  displayName: personName(TEXT_MAX.displayName).optional(),
  photoURL: photoAddress.nullable().optional(),
  timezone: timeZone.optional(),
})
export type ProfileInput = z.infer<typeof profileInput>

export const profileReply = success({ user: profile })

const base64url = (bytes: number) =>
  z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_-]+={0,2}$/, 'must be base64url')
    .refine(
      (text) => Math.floor((text.replace(/={0,2}$/, '').length * 3) / 4) === bytes,
      `must hold ${bytes} bytes`,
    )

/** The result of a browser's `PushSubscription.toJSON()`. */
export const pushSubscriptionInput = z.object({
  endpoint: z.url().max(2_048),
  keys: z.object({
    /** The device's public key, a point on P-256. */
    p256dh: base64url(65),
    auth: base64url(16),
  }),
})
export type PushSubscriptionInput = z.infer<typeof pushSubscriptionInput>

export const pushSubscriptionRemoval = z.object({ endpoint: z.string().max(2_048) })

/** The key that browsers subscribe with; null if push isn't offered. */
export const pushKeyReply = success({ publicKey: z.string().nullable() })

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/me',
  service: 'identity',
  access: 'learner',
  summary: 'Get your profile',
  response: { 200: profileReply },
})

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/api/users/me',
  service: 'identity',
  access: 'learner',
  summary: 'Update your profile; missing fields stay unchanged',
  body: profileInput,
  response: { 200: profileReply },
})

export const getPreferences = endpoint({
  method: 'GET',
  path: '/api/users/me/preferences',
  service: 'identity',
  access: 'learner',
  summary: 'Get your preferences',
  response: { 200: preferencesReply },
})

export const replacePreferences = endpoint({
  method: 'PUT',
  path: '/api/users/me/preferences',
  service: 'identity',
  access: 'learner',
  bodyLimit: BODY_LIMIT,
  summary: 'Replace your preferences; missing fields are reset to their defaults',
  body: preferencesInput,
  response: { 200: preferencesReply },
})

export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/users/me/push-subscriptions',
  service: 'identity',
  access: 'learner',
  summary: 'Get the key for push subscriptions; null if push is not available',
  response: { 200: pushKeyReply },
})

export const addPushSubscription = endpoint({
  method: 'POST',
  path: '/api/users/me/push-subscriptions',
  service: 'identity',
  access: 'learner',
  summary: 'Subscribe this browser to push messages; idempotent',
  body: pushSubscriptionInput,
  response: { 201: messageReply },
})

export const removePushSubscription = endpoint({
  method: 'DELETE',
  path: '/api/users/me/push-subscriptions',
  service: 'identity',
  access: 'learner',
  summary: 'Unsubscribe this browser from push messages',
  body: pushSubscriptionRemoval,
  response: { 200: messageReply },
})
