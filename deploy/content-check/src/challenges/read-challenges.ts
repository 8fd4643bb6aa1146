import { existsSync, readFileSync } from 'node:fs'
import type { ChallengeDocument } from '@rehearse/contracts'
import { jsonFiles, readEntries } from '../read-entries.ts'
import { type Mistake, mistakesFile } from './mistake.ts'

/** A challenge of the shipped content, and the wrong solutions that its tests must tell from the right one. */
export interface ContentChallenge extends ChallengeDocument {
  readonly id: string
  readonly mistakes: readonly Mistake[]
}

interface ReadChallenges {
  readonly challenges: readonly ContentChallenge[]
  readonly faults: readonly string[]
}

/** @param folder where the content is, with a slash at the end */
export function readChallenges(folder: URL): ReadChallenges {
  const challenges = readEntries<ChallengeDocument>(folder, 'challenges').map((challenge) => ({
    ...challenge,
    mistakes: mistakesOf(challenge.id, folder),
  }))
  const strays = jsonFiles(new URL('challenges/mistakes/', folder)).filter(
    (name) => !challenges.some(({ id }) => name === `${id}.json`),
  )
  return { challenges, faults: strays.map((name) => `mistakes/${name}: there is no such challenge`) }
}

function mistakesOf(id: string, folder: URL): Mistake[] {
  const file = new URL(`challenges/mistakes/${id}.json`, folder)
  return existsSync(file) ? mistakesFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : []
}
