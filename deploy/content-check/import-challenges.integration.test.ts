import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCollection, runCollection, writeChallenge } from './import-challenges.ts'
import { readChallenges } from './read-challenges.ts'
import { exercises, otherExercises, puzzles, writePuzzles, writeTrack } from './sample-collections.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'collections-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Every exercise of a collection runs twice, one after the other. */
const timeout = 480_000

const idOf = ({ name }: { name: string }) => name.replaceAll('_', '-')

test('a track of exercises: stubs fail, references pass, and what is no challenge is named with the reason', {
  timeout,
}, async () => {
  const track = join(folder, 'track')
  writeTrack(track, [...exercises, ...otherExercises])
  const { challenges, skipped } = readCollection(track)
  expect(skipped).toEqual([
    'read-a-file: read-a-file.ts imports the unknown package node:fs',
    'without-reference: has no reference solution of each stub',
  ])
  expect(challenges.map(({ license }) => license)).toEqual(Array(16).fill('MIT'))
  const { problems, proven, unchecked } = await runCollection(challenges)
  expect(problems).toEqual([
    { id: 'already-solved', problem: 'its starter passes' },
    {
      id: 'wrong-reference',
      problem: expect.stringMatching(/^its reference fails: is one: expected 2 to be 1/),
    },
  ])
  expect(unchecked).toEqual([
    { id: 'loose-types', why: "Parameter 'text' implicitly has an 'any' type. (loose-types.ts:1)" },
  ])
  const names = proven.map(({ id }) => id)
  expect(names).toEqual(expect.arrayContaining(exercises.map(idOf)))

  // What was written is read as shipped challenges are.
  for (const challenge of challenges) writeChallenge(challenge, join(folder, 'challenges'))
  const read = readChallenges(pathToFileURL(`${folder}/`))
  expect(read.problems).toEqual([])
  const byId = new Map(read.challenges.map((challenge) => [challenge.id, challenge]))
  for (const { license: _, ...challenge } of challenges)
    expect(byId.get(challenge.id)).toEqual({
      ...challenge,
      order: 0,
      files: expect.arrayContaining(challenge.files),
    })
  expect(byId.get('ticket-prices')).toMatchObject({
    description:
      'Interfaces describe objects.\n\n# Instructions\n\nCompute prices of tickets, with types from a file of the exercise.',
    files: [
      { path: 'ticket-prices.ts', access: 'editable' },
      { path: 'ticket-prices.test.ts', access: 'read-only' },
      { path: 'ticket.ts', access: 'read-only' },
    ],
  })
})

test('puzzles for types: templates are rejected, answers are accepted', { timeout }, async () => {
  const collection = join(folder, 'puzzles')
  writePuzzles(collection, puzzles)
  const { challenges, skipped } = readCollection(collection, { solutions: join(collection, 'answers') })
  expect(skipped).toEqual([])
  expect(challenges.map(({ id, license, difficulty }) => [id, license, difficulty]).slice(-2)).toEqual([
    ['00009-hard-dialog', 'MIT', 'hard'],
    ['00010-extreme-sum', 'MIT', 'hard'],
  ])
  expect(challenges.map(({ solutionFiles }) => solutionFiles.length)).toEqual(Array(12).fill(1))
  expect((await runCollection(challenges)).problems).toEqual([])
})
