import { join } from 'node:path'
import type {
  AnswerSubmittedData,
  BadgeRarity,
  BadgeRule,
  ChallengeOpenedData,
  CustomPlan,
  Difficulty,
  InterviewTrack,
  LearningMode,
  QuestionResponse,
  ReplayPlace,
  UnfinishedSession,
} from '@rehearse/contracts'
import { type EventTables, eventStoreMigrations } from '@rehearse/event-store'
import type { MessagingTables } from '@rehearse/service-kit'
import type { Generated, JSONColumnType, Kysely, Transaction } from 'kysely'
import type { Counters } from './learner/counters.ts'
import type { Day, Pause } from './learner/days.ts'
import type { AnswerKey } from './learner/grading.ts'
import type { StreakMoments } from './learner/streak.ts'
import type { PaceKind } from './pace/pace.rules.ts'

/** Folders of migrations in the order in which they run, the event store's first. */
export const migrations: readonly string[] = [eventStoreMigrations, join(import.meta.dirname, 'migrations')]

interface Stats {
  answered: number
  correct: number
  /** Seconds. */
  time_spent: number
}

export interface ProgressTables extends MessagingTables, EventTables {
  answer_key: {
    question_id: string
    version: number
    title: string
    type: AnswerKey['type']
    difficulty: AnswerKey['difficulty']
    options: JSONColumnType<AnswerKey['options'][number][]>
    answer: JSONColumnType<NonNullable<AnswerKey['answer']>> | null
    explanation: string
    /** The category's name when the version was published; `category` has the current name. */
    category: string
    category_id: string | null
    learning_path: string | null
    section_id: string | null
    /** Whether learners could see it; null if unknown. */
    was_visible: boolean | null
    /** Null if unknown. */
    content_digest: string | null
  }
  category: { id: string; name: string; revision: number }
  bank_question: {
    question_id: string
    version: number
    category_id: string | null
    learning_path: string | null
    section_id: string | null
    is_open: boolean
  }
  bank_replay: {
    generation: number
    after: JSONColumnType<ReplayPlace> | null
    finished_at: Date | null
  }
  learner_totals: {
    learner_id: string
    total_questions: number
    correct_answers: number
    time_spent: number
    points: number
    current_streak: number
    longest_streak: number
    last_day: string | null
    freezes: Generated<number>
    last_activity_at: Date
    time_zone: string
    plan_id: string | null
    plan_completed: number
    tally: JSONColumnType<Counters>
    /** Empty in rows of earlier versions. */
    streak_moments: JSONColumnType<Partial<StreakMoments>>
  }
  badge_definition: {
    badge_id: string
    revision: number
    removed: boolean
    title: string
    description: string
    rarity: BadgeRarity
    rule: JSONColumnType<BadgeRule>
    position: number
  }
  badge_backfill: {
    badge_id: string
    revision: number
    defined_at: Generated<Date>
    after_learner: Generated<string>
    finished_at: Date | null
  }
  learner_badge: {
    learner_id: string
    badge_id: string
    title: string
    rarity: BadgeRarity
    earned_at: Date
    caused_by: string | null
  }
  learner_milestone: { learner_id: string; milestone_id: string; reached_at: Date }
  learner_day: Stats & {
    learner_id: string
    day: string
    points: number
    last_at: Date | null
    last_zone: string | null
    first_at: Date | null
    first_zone: string | null
    /** False if all activity was before the account existed. */
    is_active: Generated<boolean>
    /** Of the answers, those before the account existed. */
    uncounted: Generated<number>
  }
  learner_figure: Stats & {
    learner_id: string
    dimension: 'section' | 'category'
    key: string
    last_at: Date
  }
  learner_question: {
    learner_id: string
    question_id: string
    attempts: number
    answered: number
    correct: number
    last_answered_at: Date
    last_correct: Generated<boolean>
    /** The path that the last answer named. */
    path_id: string | null
    /** Correct answers since the last reset of the path. */
    solved: Generated<number>
  }
  learner_card: {
    learner_id: string
    question_id: string
    due: Date
    state: 0 | 1 | 2 | 3
    stability: number
    difficulty: number
    elapsed_days: number
    scheduled_days: number
    learning_steps: number
    reps: number
    lapses: number
    last_review: Date
    /** All ratings, the newest first: see `encodeRating`. */
    ratings: number[]
  }
  learner_card_settings: {
    learner_id: string
    /** Percent. */
    retention: number
    /** Of FSRS, if fitted to the learner; null for the standard ones. */
    weights: number[] | null
    /** The number of ratings they were fitted to, and of those they were tested on. */
    reviews: number | null
    held_out: number | null
    /** Of the log loss, in percent. */
    improvement: number | null
    adopted_at: Date | null
  }
  learner_card_fit: {
    learner_id: string
    /** The number of ratings that weights were last fitted to. */
    reviews: number
    started_at: Date
    finished_at: Date | null
  }
  item_answer: {
    question_id: string
    question_version: number
    event_id: string
    respondent: string
    day: string
    attempt: number
    graded: AnswerSubmittedData['graded']
    correct: boolean
    selected: string[]
    time_spent: number
    /** The response to a matching, short-answer or numeric question. */
    response: JSONColumnType<QuestionResponse> | null
  }
  item_respondent: { respondent: string; answered: number; correct: number }
  topic_fit: { topic: string; responses: number; fitted: number; variance: number; regraded_at: Date | null }
  item_difficulty: {
    question_id: string
    version: number
    topic: string
    b: number
    error: number
    n: number
    prior_mean: number
    prior_deviation: number
  }
  item_ability: {
    respondent: string
    topic: string
    mean: number
    deviation: number
    variance: number
    n: number
  }
  item_prediction: {
    topic: string
    position: number
    event_id: string
    question_id: string
    version: number
    respondent: string
    chance: number
    correct: boolean
  }
  platform_day: {
    day: string
    active_learners: number
    new_learners: number
    answers: number
    correct: number
    time_spent: number
    challenge_attempts: number
    reviews: number
  }
  plan_participant: { plan_id: string; learner_id: string; total_questions: number; answered: number }
  platform_day_learner: { day: string; respondent: string }
  learner_regrade: {
    learner_id: string
    regraded_at: Date
    event_id: string
    question_id: string
    question_version: number
    answered_at: Date
    was_correct: boolean
    is_correct: boolean
    points: number
  }
  regrade: {
    question_id: string
    question_version: number
    key_version: number
    requested_by: string
    requested_at: Generated<Date>
    after_learner: Generated<string>
    answers: Generated<number>
    learners: Generated<number>
    points: Generated<number>
    badges: Generated<number>
    points_gained: Generated<number>
    learners_gaining: Generated<number>
    points_lost: Generated<number>
    learners_losing: Generated<number>
    finished_at: Date | null
  }
  learner_lesson: {
    learner_id: string
    path_id: string
    step_id: string
    read_at: Date
    seconds: number | null
  }
  learner_time_zone: {
    learner_id: string
    time_zone: string
    /** Percent. */
    target_accuracy: Generated<number>
    /** A language tag; null if the message was from before it was sent. */
    language: string | null
    daily_goal: number | null
    learning_path: string | null
    topics: string[] | null
    changed_at: Date | null
  }
  learner_bookmark: { learner_id: string; question_id: string; created_at: Generated<Date> }
  learner_note: {
    learner_id: string
    question_id: string
    text: string
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  definition: {
    kind: DefinitionKind
    id: string
    revision: number
    removed: boolean
    document: JSONColumnType<object>
  }
  learner_answer: {
    learner_id: string
    answered_at: Date
    event_id: string
    day: string
    question_id: string
    question_version: number
    category: string
    section: string
    difficulty: Difficulty
    attempt: number
    correct: boolean
    time_spent: number
    session_id: string | null
    plan_id: string | null
  }
  learner_session: {
    learner_id: string
    session_id: string
    started_at: Date
    ended_at: Date | null
    day: string
    learning_mode: LearningMode
    plan_id: string | null
    sections: string[]
    difficulty: Difficulty | 'mixed'
    created_at: Generated<Date>
  }
  learner_path: Stats & {
    learner_id: string
    path_id: string
    completed_sections: string[]
    current_section: string | null
    first_at: Date
    last_at: Date
    completed_at: Date | null
  }
  learner_challenge_attempt: {
    learner_id: string
    attempted_at: Date
    event_id: string
    day: string
    challenge_id: string
    title: string
    category: string
    difficulty: Difficulty
    score: number
    max_score: number
    completed: boolean
    time_spent: number
    points: number
  }
  learner_challenge: {
    learner_id: string
    challenge_id: string
    attempts: number
    /** The share of the full score, since the last reset. */
    best: number
    opened: ChallengeOpenedData['reason'] | null
  }
  learner_challenge_code: {
    learner_id: string
    challenge_id: string
    event_id: string
    /**
     * The sort key for the best attempt: the share of the full score, plus 1 if the attempt completed the challenge.
     */
    rank: number
    bytes: number
    sealed: Buffer
    stored_at: Generated<Date>
  }
  learner_challenge_draft: {
    learner_id: string
    challenge_id: string
    revision: number
    bytes: number
    sealed: Buffer
    updated_at: Generated<Date>
  }
  learner_unfinished_session: {
    learner_id: string
    session_id: string
    settings: JSONColumnType<UnfinishedSession['settings']>
    question_ids: string[]
    answer_ids: string[]
    corrected: string[]
    started_at: Date
    updated_at: Generated<Date>
  }
  learner_mock_interview: {
    learner_id: string
    interview_id: string
    revision: number
    /** Of the interview as JSON. */
    bytes: number
    summary: Buffer
    sealed: Buffer
    /** When the learner finished rating it; null while it is in progress, and for those stored earlier. */
    finished_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  population_pace: {
    kind: PaceKind
    /** The median of times relative to the content's estimates. */
    factor: number
    times: number
    measured_at: Generated<Date>
  }
  learner_usage: { learner_id: string; quota: string; day: string; today: number; total: number }
  learner_certificate: { code: string; learner_id: string; path_id: string; issued_at: Date }
  learner_certificate_name: { learner_id: string; path_id: string; name: string }
  learner_plan: {
    learner_id: string
    plan_id: string
    started_at: Date
    started_on: string
    pauses: JSONColumnType<Pause[]>
  }
  learner_interview: {
    learner_id: string
    date: Day
    learning_paths: string[]
    minutes_per_day: number
    time_zone: string
    set_at: Date
    /** The day of `set_at` in the time zone. */
    set_on: Day
    /** The end of the day of the interview in the time zone. */
    ends_at: Date
    track_role: InterviewTrack['role'] | null
    track_level: InterviewTrack['level'] | null
  }
  learner_reserved: { learner_id: string; question_id: string }
  learner_forecast: {
    learner_id: string
    exam_id: string
    made_at: Date
    question_ids: string[]
    predicted: number
    low: number
    high: number
    tested_at: Date | null
    correct: number | null
    total: number | null
  }
  learner_calendar: { learner_id: string; token: string; created_at: Generated<Date> }
  own_plan: {
    learner_id: string
    plan_id: string
    document: JSONColumnType<CustomPlan>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
}

/** The kinds of content library documents that are copied unchanged. */
export type DefinitionKind = 'challenge' | 'plan' | 'learning-path'

/** The database, with or without a transaction. */
export type Db = Kysely<ProgressTables>
/** Within a transaction. */
export type Trx = Transaction<ProgressTables>
