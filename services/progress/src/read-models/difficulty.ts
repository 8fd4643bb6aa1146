import type { AnswerRegradedData, AnswerSubmittedData } from '@rehearse/contracts'
import { expectedChance, type Normal } from '@rehearse/contracts/adaptive'
import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql } from 'kysely'
import {
  type Ability,
  abilityIn,
  afterEdit,
  afterResponse,
  firstVariance,
  labelPriors,
} from '../adaptive/ability.ts'
import { fitRasch, type RaschFit } from '../adaptive/fit-rasch.ts'
import type { ProgressTables, Trx } from '../tables.ts'
import { upsert } from './batches.ts'

/** A topic is fitted again after this many new responses, or this share of those it had. */
const fitAfter = { responses: 50, share: 0.1 }
/** The newest responses of a topic that a fit uses, which bounds its memory and time. */
const responsesMax = 100_000
/** Milliseconds in the log without a regraded answer of a topic until it is fitted again. */
const regradesSettle = 5_000

/**
 * Difficulties, abilities, and a prediction of each first answer graded by the server, stored before the answer counts.
 * A topic is fitted again at positions determined by the log alone, and a prediction depends on all answers before
 * it.
 */
export const difficultyProjection: Projection<ProgressTables> = {
  name: 'difficulty',
  tables: ['topic_fit', 'item_difficulty', 'item_ability', 'item_prediction'],
  countsShredded: true,
  inLogOrder: true,
  apply: async (trx, events) => {
    const known = await load(trx, events)
    for (const event of events) {
      for (const topic of known.topics.values()) {
        if (hasSettled(topic, event.recordedAt)) await refit(trx, known, topic)
      }
      if (event.type === 'AnswerRegraded') await regrade(trx, known, event)
      if (!isFirstAnswer(event)) continue
      const topic = count(known, event)
      if (isDue(topic)) await refit(trx, known, topic)
    }
    await store(trx, known)
  },
}

type FirstAnswer = RecordedEvent<string, AnswerSubmittedData>

function isFirstAnswer(event: RecordedEvent): event is FirstAnswer {
  if (event.type !== 'AnswerSubmitted') return false
  const { attempt, graded } = event.data as AnswerSubmittedData
  return attempt === 1 && graded === 'server'
}

interface Topic {
  topic: string
  responses: number
  fitted: number
  variance: number
  regradedAt: Date | null
}

interface Item {
  questionId: string
  version: number
  topic: string
  b: number
  error: number
  n: number
  prior: Normal
}

interface Prediction {
  topic: string
  position: number
  eventId: string
  questionId: string
  version: number
  respondent: string
  chance: number
  correct: boolean
}

/** The rows that a batch needs, with its changes. */
interface Known {
  topics: Map<string, Topic>
  items: Map<string, Item>
  /** By respondent, then topic. */
  abilities: Map<string, Map<string, Ability>>
  predictions: Prediction[]
  changedItems: Set<Item>
  changedAbilities: Map<string, { respondent: string; topic: string }>
}

const isDue = ({ responses, fitted }: Topic): boolean =>
  responses - fitted >= Math.max(fitAfter.responses, fitAfter.share * fitted)

const hasSettled = ({ regradedAt }: Topic, now: Date): boolean =>
  regradedAt !== null && now.getTime() - regradedAt.getTime() > regradesSettle

const itemKey = (questionId: string, version: number, topic: string): string =>
  `${questionId}/${version}/${topic}`

/** Predicts an answer, then counts it. */
function count(known: Known, { data, eventId, globalPosition: position }: FirstAnswer): Topic {
  const { questionId, questionVersion: version, learnerId: respondent, isCorrect: correct } = data
  const topic = topicOf(known, data.category)
  const item = itemOf(known, data)
  const abilities = known.abilities.get(respondent) ?? new Map<string, Ability>()
  known.abilities.set(respondent, abilities)
  const difficulty = { mean: item.b, deviation: item.error }
  const chance = expectedChance(abilityIn(topic.topic, abilities, topic.variance), difficulty)
  known.predictions.push({
    ...{ topic: topic.topic, position, eventId, questionId, version, respondent, chance, correct },
  })
  const before = abilities.get(topic.topic) ?? {
    mean: 0,
    deviation: Math.sqrt(topic.variance),
    variance: topic.variance,
    n: 0,
  }
  abilities.set(topic.topic, {
    ...before,
    ...afterResponse(before, difficulty, correct),
    n: before.n + 1,
  })
  known.changedAbilities.set(`${respondent}/${topic.topic}`, { respondent, topic: topic.topic })
  item.n += 1
  known.changedItems.add(item)
  topic.responses += 1
  return topic
}

function topicOf({ topics }: Known, name: string): Topic {
  const topic = topics.get(name) ?? {
    topic: name,
    responses: 0,
    fitted: 0,
    variance: firstVariance,
    regradedAt: null,
  }
  topics.set(name, topic)
  return topic
}

/** A new version starts with the estimates of the previous one. */
function itemOf(known: Known, data: AnswerSubmittedData): Item {
  const { questionId, questionVersion: version, category: topic } = data
  const key = itemKey(questionId, version, topic)
  const found = known.items.get(key)
  if (found) return found
  const [before] = [...known.items.values()]
    .filter((other) => other.questionId === questionId && other.version <= version)
    .sort(
      (one, other) => other.version - one.version || other.n - one.n || (one.topic < other.topic ? -1 : 1),
    )
  const prior = before ? afterEdit({ mean: before.b, deviation: before.error }) : labelPriors[data.difficulty]
  const item = { questionId, version, topic, b: prior.mean, error: prior.deviation, n: 0, prior }
  known.items.set(key, item)
  return item
}

async function regrade(trx: Trx, known: Known, event: RecordedEvent): Promise<void> {
  const { category, progressId, isCorrect, attempt } = event.data as AnswerRegradedData
  if (attempt !== 1) return
  await store(trx, known)
  const { rows } = await sql<{ topic: string }>`
    update item_prediction set correct = ${isCorrect}
    where topic = ${category} and position = (select global_position from event where event_id = ${progressId})
    returning topic`.execute(trx)
  for (const { topic } of rows) topicOf(known, topic).regradedAt = event.recordedAt
}

/** Estimates the difficulties and abilities of a topic from its newest responses. */
async function refit(trx: Trx, batch: Known, topic: Topic): Promise<void> {
  await store(trx, batch)
  const { rows } = await sql<{ learner: string; item: string; isCorrect: boolean }>`
    select respondent as learner, question_id || '/' || version || '/' || topic as item, correct as "isCorrect"
    from (
      select * from item_prediction where topic = ${topic.topic} order by position desc limit ${responsesMax}
    ) as newest
    order by respondent collate "C", question_id, version, position`.execute(trx)
  const known = await sql<{ item: string; b: number } & Normal>`
    select question_id || '/' || version || '/' || topic as item, b, prior_mean as mean, prior_deviation as deviation
    from item_difficulty where topic = ${topic.topic}`.execute(trx)
  const knownItems = new Map(known.rows.map(({ item, b, ...prior }) => [item, { b, prior }]))
  const fit = await fitRasch(rows, {
    knownOf: (item) => knownItems.get(item) ?? null,
    startVariance: topic.variance,
  })
  for (const [key, { b, error }] of fit.items) {
    const item = batch.items.get(key)
    if (item) Object.assign(item, { b, error })
  }
  for (const [respondent, ability] of fit.abilities) {
    batch.abilities.get(respondent)?.set(topic.topic, { ...ability, variance: fit.variance })
  }
  Object.assign(topic, { fitted: topic.responses, variance: fit.variance, regradedAt: null })
  await storeFit(trx, topic.topic, fit)
}

/** Rows written by one statement. */
const rowsMax = 5_000

async function storeFit(trx: Trx, topic: string, fit: RaschFit): Promise<void> {
  const items = [...fit.items].map(([key, { b, error }]) => {
    const [questionId = '', version] = key.split('/')
    return { question_id: questionId, version: Number(version), b, error }
  })
  for (const part of parts(items)) {
    await sql`
      update item_difficulty set b = fit.b, error = fit.error
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
        as fit (question_id uuid, version int, b float8, error float8)
      where item_difficulty.question_id = fit.question_id and item_difficulty.version = fit.version
        and topic = ${topic}`.execute(trx)
  }
  const abilities = [...fit.abilities].map(([respondent, ability]) => ({ respondent, ...ability }))
  for (const part of parts(abilities)) {
    await sql`
      update item_ability set mean = fit.mean, deviation = fit.deviation, variance = ${fit.variance}, n = fit.n
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
        as fit (respondent text, mean float8, deviation float8, n int)
      where item_ability.respondent = fit.respondent and topic = ${topic}`.execute(trx)
  }
}

const parts = <Row>(rows: readonly Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsMax) }, (_, at) =>
    rows.slice(at * rowsMax, (at + 1) * rowsMax),
  )

/** Reads what a batch may change, and the topics that wait for the end of a regrade. */
async function load(trx: Trx, events: readonly RecordedEvent[]): Promise<Known> {
  const answers = events.filter(isFirstAnswer).map(({ data }) => data)
  const regraded = events.filter(({ type }) => type === 'AnswerRegraded')
  const categories = [...answers, ...regraded.map(({ data }) => data as AnswerRegradedData)].map(
    ({ category }) => category,
  )
  const distinct = (of: (answer: AnswerSubmittedData) => string) => [...new Set(answers.map(of))]
  const [topics, items, abilities] = await Promise.all([
    sql<Topic>`
      select topic, responses, fitted, variance, regraded_at as "regradedAt" from topic_fit
      where topic = any(${[...new Set(categories)]}::text[]) or regraded_at is not null
      order by topic collate "C"`.execute(trx),
    sql<Omit<Item, 'prior'> & Normal>`
      select question_id as "questionId", version, topic, b, error, n, prior_mean as mean, prior_deviation as deviation
      from item_difficulty where question_id = any(${distinct((answer) => answer.questionId)}::uuid[])`.execute(
      trx,
    ),
    sql<Ability & { respondent: string; topic: string }>`
      select * from item_ability where respondent = any(${distinct((answer) => answer.learnerId)}::text[])
      order by respondent, topic collate "C"`.execute(trx),
  ])
  const known: Known = {
    topics: new Map(topics.rows.map((row) => [row.topic, row])),
    items: new Map(
      items.rows.map(({ mean, deviation, ...item }) => [
        itemKey(item.questionId, item.version, item.topic),
        { ...item, prior: { mean, deviation } },
      ]),
    ),
    abilities: new Map(),
    predictions: [],
    changedItems: new Set(),
    changedAbilities: new Map(),
  }
  for (const { respondent, topic, ...ability } of abilities.rows) {
    const ofRespondent = known.abilities.get(respondent) ?? new Map<string, Ability>()
    known.abilities.set(respondent, ofRespondent.set(topic, ability))
  }
  return known
}

async function store(trx: Trx, known: Known): Promise<void> {
  const { topics, abilities, predictions, changedItems, changedAbilities } = known
  await sql`
    insert into topic_fit
    select * from jsonb_to_recordset(${JSON.stringify(
      [...topics.values()].map(({ regradedAt: regraded_at, ...topic }) => ({ ...topic, regraded_at })),
    )}::jsonb) as given (topic text, responses int, fitted int, variance float8, regraded_at timestamptz)
    on conflict (topic) do update set responses = excluded.responses, fitted = excluded.fitted,
      variance = excluded.variance, regraded_at = excluded.regraded_at
    where (topic_fit.responses, topic_fit.fitted, topic_fit.regraded_at)
      is distinct from (excluded.responses, excluded.fitted, excluded.regraded_at)`.execute(trx)
  if (predictions.length === 0) return
  await sql`
    insert into item_prediction
    select * from jsonb_to_recordset(${JSON.stringify(predictions)}::jsonb) as given (topic text, position bigint,
      "eventId" uuid, "questionId" uuid, version int, respondent text, chance float8, correct boolean)`.execute(
    trx,
  )
  const items = [...changedItems]
  await upsert(trx, 'item_difficulty', {
    question_id: ['uuid', items.map(({ questionId }) => questionId), 'key'],
    version: ['int', items.map(({ version }) => version), 'key'],
    topic: ['text', items.map(({ topic }) => topic), 'key'],
    b: ['float8', items.map(({ b }) => b), 'replace'],
    error: ['float8', items.map(({ error }) => error), 'replace'],
    n: ['int', items.map(({ n }) => n), 'replace'],
    prior_mean: ['float8', items.map(({ prior }) => prior.mean), 'replace'],
    prior_deviation: ['float8', items.map(({ prior }) => prior.deviation), 'replace'],
  })
  const changed = [...changedAbilities.values()].flatMap((key) => {
    const ability = abilities.get(key.respondent)?.get(key.topic)
    return ability ? [{ ...key, ...ability }] : []
  })
  await upsert(trx, 'item_ability', {
    respondent: ['text', changed.map(({ respondent }) => respondent), 'key'],
    topic: ['text', changed.map(({ topic }) => topic), 'key'],
    mean: ['float8', changed.map(({ mean }) => mean), 'replace'],
    deviation: ['float8', changed.map(({ deviation }) => deviation), 'replace'],
    variance: ['float8', changed.map(({ variance }) => variance), 'replace'],
    n: ['int', changed.map(({ n }) => n), 'replace'],
  })
  predictions.length = 0
  changedItems.clear()
  changedAbilities.clear()
}
