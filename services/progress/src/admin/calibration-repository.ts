import { type ContradictedLabel, ITEM_STATISTICS_MIN } from '@rehearse/contracts'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** The newest predictions of a topic that calibration counts. */
const predictionsMax = 20_000

export interface PredictionBin {
  /** From 0, in tenths. */
  bin: number
  n: number
  predicted: number
  correct: number
  /** Sums over the predictions. */
  squares: number
  logLoss: number
}

/** The predictions by chance. */
export async function readPredictionBins(db: Db): Promise<PredictionBin[]> {
  const { rows } = await sql<PredictionBin>`
    select least(9, floor(chance * 10))::int as bin, count(*)::int as n, avg(chance) as predicted,
      (count(*) filter (where correct))::int as correct, sum((chance - correct::int) ^ 2) as squares,
      sum(-ln(greatest(1e-9, case when correct then chance else 1 - chance end))) as "logLoss"
    from topic_fit
    cross join lateral (
      select chance, correct from item_prediction where item_prediction.topic = topic_fit.topic
      order by position desc limit ${predictionsMax}
    ) as newest
    group by 1 order by 1`.execute(db)
  return rows
}

/** Open questions, and those whose newest version has enough answers. */
export async function countMeasured(db: Db): Promise<{ measured: number; total: number }> {
  const { rows } = await sql<{ measured: number; total: number }>`
    select count(*)::int as total, (count(*) filter (where exists (
      select from item_difficulty item where item.question_id = bank.question_id and item.version = bank.version
        and n >= ${ITEM_STATISTICS_MIN})))::int as measured
    from bank_question bank where is_open`.execute(db)
  return rows[0] ?? { measured: 0, total: 0 }
}

const contradictionsMax = 100

/** Open questions whose measured difficulty is, with its 95 % interval, beyond the middle between two labels. */
export async function readContradictedLabels(db: Db): Promise<ContradictedLabel[]> {
  const { rows } = await sql<ContradictedLabel>`
    with measured as (
      select distinct on (bank.question_id) bank.question_id as "questionId", question.title, bank.version,
        question.difficulty as label, b, error, n,
        case when b < -1 then 'beginner' when b > 0 then 'advanced' else 'intermediate' end as measured,
        case question.difficulty
          when 'beginner' then b - 1.96 * error + 1
          when 'advanced' then -b - 1.96 * error
          else abs(b + 0.5) - 1.96 * error - 0.5 end as beyond
      from bank_question bank
      join item_difficulty item on item.question_id = bank.question_id and item.version = bank.version
      join answer_key question on question.question_id = bank.question_id and question.version = bank.version
      where bank.is_open and n >= ${ITEM_STATISTICS_MIN}
      order by bank.question_id, n desc
    )
    select "questionId", title, version, label, measured, b, error, n from measured
    where beyond > 0 order by beyond desc, "questionId" limit ${contradictionsMax}`.execute(db)
  return rows
}
