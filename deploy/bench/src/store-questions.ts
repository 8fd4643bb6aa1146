import { randomUUID } from 'node:crypto'
import type pg from 'pg'

/** Gives the progress service questions to grade, as if the bank had told of them; the first option is right. */
export async function storeQuestions(client: pg.Client, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, text: '', isCorrect: id === 'a' }))
  await client.query(
    `insert into answer_key (question_id, version, title, type, difficulty, options, explanation, category)
     select id, 1, 'Four timers, one variable', 'multiple-choice', 'intermediate', $2, '', 'JavaScript'
     from unnest($1::uuid[]) as id`,
    [ids, JSON.stringify(options)],
  )
  await client.query(
    `insert into bank_question (question_id, version, is_open) select id, 1, true from unnest($1::uuid[]) as id`,
    [ids],
  )
  return ids
}
