import { RESTORABLE_FOR } from '@rehearse/contracts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { QuestionFilter } from '../question-filter.ts'
import { storeStatistics } from '../questions/question-repository.ts'
import { dueQuestionsStatement, queueStatement } from '../reviews/repository.ts'
import type { Db, Trx } from '../tables.ts'
import { filledBank, planOf } from '../testing/bank-database.ts'
import { questionRow } from '../testing/question-body.ts'
import { trashPage } from '../trash/repository.ts'
import type { KeyOrder } from './order.ts'
import {
  anchorsStatement,
  countByNodeStatement,
  countStatement,
  positionsStatement,
  slicesStatement,
} from './queries.ts'

/** 100,000 in `npm run test:deep`. */
const size = Number(process.env.PLANNED_QUESTIONS ?? 12_000)
let db: Db

beforeAll(async () => {
  db = await filledBank(
    'questions_plans',
    Array.from({ length: size }, (_, index) => bankRow(index)),
    fillStatistics,
  )
})

const statuses = ['draft', 'in-review', 'archived'] as const

function bankRow(index: number) {
  return questionRow({
    category: `Category ${index % 40}`,
    topic: `Topic ${index % 100}`,
    learningPath: `Path ${index % 25}`,
    sectionId: `Section ${index % 10}`,
    subcategory: `Subcategory ${index % 60}`,
    difficulty: (['easy', 'medium', 'hard'] as const)[index % 3],
    tags: [`tag-${index % 50}`],
    status: index % 200 === 0 ? statuses[(index / 200) % statuses.length] : 'approved',
    ...(index === 77 && { content: 'A singular word: xylophone' }),
  })
}

/** As of a bank in use: few questions have the same values. */
async function fillStatistics(trx: Trx): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from question`.execute(trx)
  const items = rows.map(({ id }, index) => ({
    ...{ questionId: id, revision: 1, attempts: (index * 7) % 1_000 },
    facility: index % 10 === 0 ? null : ((index * 13) % 997) / 997,
    discrimination: index % 10 === 0 ? null : ((index * 29) % 991) / 991,
  }))
  await storeStatistics(trx, items)
}

const newest = { by: 'createdAt', direction: 'desc' } as const
const slice = { after: null, skip: 0, limit: 10 }
const page = (
  filter: Partial<QuestionFilter>,
  by: KeyOrder['by'] = 'createdAt',
  direction: KeyOrder['direction'] = 'desc',
) => slicesStatement({ by, direction }, [{ filter: { openOnly: true, ...filter }, ...slice }])

/** A page next to an anchor in the middle of the list. */
const deep = (by: KeyOrder['by']) => {
  const [text, number] = ['What does this', '0']
  const key = {
    title: text.toLowerCase(),
    order: '2500',
    usageCount: number,
    points: '1',
    createdAt: 'now',
    updatedAt: 'now',
    attempts: '500',
    facility: '0.5',
    discrimination: '0.5',
  }[by]
  const after = { key, position: 2_500 }
  return slicesStatement({ by, direction: 'desc' }, [
    { filter: { openOnly: true }, after, skip: 490, limit: 10 },
  ])
}

/** The end of one category and the beginning of the next. */
const twoCategories = slicesStatement(
  newest,
  ['category-7', 'category-8'].map((categoryId) => ({ filter: { openOnly: false, categoryId }, ...slice })),
)

describe(`among ${size} questions`, () => {
  test.each<[string, RawBuilder<unknown>, string]>([
    ['the newest', page({}), 'question_newest'],
    ['the last updated', page({}, 'updatedAt'), 'question_last_changed'],
    ['by title', page({}, 'title'), 'question_by_title'],
    ['by creation', page({}, 'order'), 'question_by_position'],
    ['the most used', page({}, 'usageCount'), 'question_usage_order'],
    ['by points', page({}, 'points'), 'question_by_points'],
    ['by attempts', page({}, 'attempts'), 'question_by_attempts'],
    ['by facility, descending', page({}, 'facility'), 'question_by_facility_down'],
    ['by facility', page({}, 'facility', 'asc'), 'question_by_facility '],
    ['by discrimination, descending', page({}, 'discrimination'), 'question_by_discrimination_down'],
    ['by discrimination', page({}, 'discrimination', 'asc'), 'question_by_discrimination '],
    ['two categories', twoCategories, 'question_by_category'],
    ['in no path', page({ learningPathId: null }), 'question_by_learning_path'],
    ['hidden questions', page({ openOnly: false, isActive: false }), 'question_hidden'],
    [
      'questions waiting for approval',
      page({ openOnly: false, isActive: true, approved: false }),
      'question_hidden',
    ],
    // Of few drafts, it doesn't matter which of the indexes with the status finds them.
    ['drafts', page({ openOnly: false, approved: false, status: 'draft' }), 'question_by_'],
    [
      'active drafts',
      page({ openOnly: false, isActive: true, approved: false, status: 'draft' }),
      'question_by_',
    ],
    ['a type', page({ type: 'open-ended' }), 'question_by_type'],
    ['a subcategory', page({ subcategory: 'Subcategory 7' }), 'question_by_subcategory'],
    ...(['createdAt', 'updatedAt', 'title', 'order', 'points'] as const).map(
      (by): [string, RawBuilder<unknown>, string] => [`deep, by ${by}`, deep(by), 'Index Only Scan'],
    ),
    ['a deep page by usage', deep('usageCount'), 'question_usage_order'],
    ['a deep page by attempts', deep('attempts'), 'question_by_attempts'],
    ['a deep page by facility', deep('facility'), 'question_by_facility_down'],
    ['a deep page by discrimination', deep('discrimination'), 'question_by_discrimination_down'],
    [
      'the anchors',
      anchorsStatement({ openOnly: true }, newest),
      'Index Only Scan Backward using question_newest',
    ],
    ['a category', page({ categoryId: 'category-7' }), 'question_by_category'],
    ['a topic', page({ topicId: 'topic-7' }), 'question_by_topic'],
    ['a path', page({ learningPathId: 'path-7' }), 'question_by_learning_path'],
    ['a word', page({ words: "'xylophone'" }), 'Function Scan on search_positions'],
    [
      'a word in a category',
      page({ words: "'xylophone'", categoryId: 'category-7' }),
      'Function Scan on search_positions',
    ],
    [
      'the number of matches of a word',
      countStatement({ openOnly: true, words: "'xylophone'" }),
      'Function Scan on search_positions',
    ],
    [
      'the matches of a word',
      positionsStatement({ openOnly: true, words: "'xylophone'" }),
      'Function Scan on search_positions',
    ],
    [
      'random candidates',
      positionsStatement(
        { openOnly: true },
        Array.from({ length: 80 }, (_, index) => index * 60),
      ),
      'question_by_position',
    ],
  ])('lists without a table scan or a full sort: %s', async (_name, statement, index) => {
    const plan = await planOf(db, statement)
    expect(plan).not.toMatch(/Seq Scan on question\b/)
    expect(plan).toContain(index)
    // A sort may only get the few rows that a filter has left.
    for (const [, rows] of plan.matchAll(/Sort .*\(actual rows=(\d+)/g))
      expect(Number(rows)).toBeLessThan(500)
  })

  test.each<[string, Partial<QuestionFilter>]>([
    ['all', {}],
    ['a category', { categoryId: 'category-7' }],
    ['a path', { learningPathId: 'path-7' }],
    ['a topic', { topicId: 'topic-7' }],
    ['a section', { sectionId: 'section-7' }],
    ['a difficulty', { difficulty: 'advanced' }],
    ['a type', { type: 'code' }],
    ['questions waiting for approval', { openOnly: false, isActive: true, approved: false }],
  ])('counts from an index only: %s', async (_name, filter) => {
    expect(await planOf(db, countStatement({ openOnly: true, ...filter }))).toContain('Index Only Scan')
  })

  test.each(['category', 'learningPath'] as const)('counts each %s from an index only', async (by) => {
    const plan = await planOf(db, countByNodeStatement({ openOnly: true }, by))
    expect(plan).toContain('Index Only Scan')
    expect(plan).not.toMatch(/Seq Scan on question\b/)
  })
})

describe('the editorial process reads the few questions that it is about', () => {
  const admin = { id: 'admin_1', role: 'admin' } as const
  const reviewer = { id: 'reviewer_1', role: 'reviewer' } as const
  test.each<[string, RawBuilder<unknown>]>([
    ['what waits for an admin', queueStatement('waiting', { editor: admin, limit: 20, offset: 0 })],
    ['what waits for a reviewer', queueStatement('waiting', { editor: reviewer, limit: 20, offset: 0 })],
    ['what was returned', queueStatement('returned', { editor: reviewer, limit: 20, offset: 0 })],
    ['what is due to be published or archived', dueQuestionsStatement(new Date(), 100)],
  ])('%s', async (_name, statement) => {
    const plan = await planOf(db, statement)
    expect(plan).not.toMatch(/Seq Scan on question\b/)
    for (const [, rows] of plan.matchAll(/on question\b.*\(actual rows=(\d+)/g)) {
      expect(Number(rows)).toBeLessThan(size / 50)
    }
  })
})

test('the trash reads deleted questions and entries alone', async () => {
  const plan = await db.transaction().execute(async (trx) => {
    await sql`update question set deleted_at = now() where position % 100 = 0`.execute(trx)
    // The table of versions is empty here.
    await sql`set local enable_seqscan = off`.execute(trx)
    const since = new Date(Date.now() - RESTORABLE_FOR)
    const found = await planOf(trx, trashPage(since, { page: 1, pageSize: 20 }))
    await sql`update question set deleted_at = null where deleted_at is not null`.execute(trx)
    return found
  })
  expect(plan).toContain('question_deleted')
  expect(plan).toContain('entry_version_deleted')
  expect(plan).not.toContain('Seq Scan')
})
