import type { Challenge, PublicQuestion } from '@rehearse/contracts'
import { learnerApi } from '../../shared/api/client.ts'
import { newId } from '../../shared/new-id.ts'
import {
  type Interview,
  type Level,
  nothingGiven,
  type Part,
  questionsFor,
  type Role,
  type Setup,
} from './interview.ts'

const difficultyOf = { junior: 'beginner', mid: 'intermediate', senior: 'advanced' } as const
const taskDifficultyOf: Record<Level, Challenge['difficulty']> = {
  junior: 'easy',
  mid: 'medium',
  senior: 'hard',
}
const categoryOf: Record<Role, string | undefined> = {
  frontend: undefined,
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  react: 'React',
  css: 'CSS',
  security: 'Security',
}

/** Draws the questions and the coding task of an interview. Without parts where there is nothing to draw from. */
export async function prepareInterview(setup: Setup): Promise<Interview> {
  const [questions, task] = await Promise.all([drawQuestions(setup), drawTask(setup.level)])
  const parts = [...questions.map(partOfQuestion), ...(questions.length > 0 ? task : [])]
  return {
    id: newId(),
    setup,
    startedAt: Date.now(),
    endedAt: null,
    parts,
    given: parts.map(() => nothingGiven),
    position: 0,
  }
}

/** Of the level asked for; where those are too few, the rest is of any. */
async function drawQuestions({ role, level, minutes }: Setup): Promise<PublicQuestion[]> {
  const count = questionsFor(minutes)
  const draw = async (difficulty?: string) =>
    (
      await learnerApi.get<{ data: PublicQuestion[] }>('/api/questions/unified', {
        query: { random: true, count, category: categoryOf[role], difficulty, seed: newId() },
      })
    ).data
  const fitting = await draw(difficultyOf[level])
  if (fitting.length >= count) return fitting.slice(0, count)
  const known = new Set(fitting.map(({ id }) => id))
  const others = (await draw()).filter(({ id }) => !known.has(id))
  return [...fitting, ...others].slice(0, count)
}

/** Empty where there is none: an interview of questions is one as well. */
async function drawTask(level: Level): Promise<Part[]> {
  const { data } = await learnerApi
    .get<{ data: Challenge[] }>('/api/challenges')
    .catch(() => ({ data: [] as Challenge[] }))
  const fitting = data.filter(({ difficulty }) => difficulty === taskDifficultyOf[level])
  const among = fitting.length > 0 ? fitting : data
  const task = among[Math.floor(Math.random() * among.length)]
  if (!task) return []
  const { id, title, description, category } = task
  return [{ kind: 'task', id, title, content: description, category: category.toUpperCase(), options: [] }]
}

const partOfQuestion = ({ id, title, content, category, options }: PublicQuestion): Part => ({
  kind: 'question',
  id,
  title,
  content,
  category,
  options,
})
