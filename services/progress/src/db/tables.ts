import type { ReplayPlace } from '@rehearse/contracts'
import type { EventTables } from '@rehearse/event-store'
import type { MessagingTables } from '@rehearse/service-kit'
import type { Generated, JSONColumnType } from 'kysely'
import type { AnswerKey } from '../domain/answer-key.ts'

interface Figures {
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
    explanation: string
    /** The name of that time; `category` knows the one of today. */
    category: string
    category_id: string | null
    learning_path: string | null
    section_id: string | null
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
    last_day: string
    last_activity_at: Date
    time_zone: string
    plan_id: string | null
    plan_completed: number
  }
  learner_day: Figures & { learner_id: string; day: string; points: number }
  learner_figure: Figures & {
    learner_id: string
    dimension: 'section' | 'path' | 'category'
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
  }
  learner_bookmark: { learner_id: string; question_id: string; created_at: Generated<Date> }
  learner_note: {
    learner_id: string
    question_id: string
    text: string
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
}
