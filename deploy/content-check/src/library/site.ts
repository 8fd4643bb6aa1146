import { readFileSync } from 'node:fs'
import type {
  ArticleDocument,
  ChallengeDocument,
  FeatureDocument,
  GuideDocument,
  LearningPathInput,
} from '@rehearse/contracts'
import { readEntries } from '../read-entries.ts'

/** What a text of the library may link to on our own site. */
export interface Site {
  readonly challenges: ReadonlyMap<string, ChallengeDocument['difficulty']>
  /** Whether there is something at this address. */
  has(address: string): boolean
}

/** @param folder where the content is, with a slash at the end */
export function readSite(folder: URL): Site {
  const paths: Pick<LearningPathInput, 'id'>[] = JSON.parse(
    readFileSync(new URL('learning-paths.json', folder), 'utf8'),
  )
  const challenges = readEntries<ChallengeDocument>(folder, 'challenges')
  const addresses = new Set([
    ...readEntries<FeatureDocument>(folder, 'features').flatMap(({ status, url }) =>
      status === 'completed' && url !== undefined ? [url] : [],
    ),
    ...challenges.map(({ id }) => `/coding/${id}`),
    ...paths.map(({ id }) => `/questions?learningPath=${id}`),
    ...readEntries<ArticleDocument>(folder, 'articles').map(({ id }) => `/articles/${id}`),
    ...readEntries<GuideDocument>(folder, 'guides').map(({ id }) => `/preparation-guides/${id}`),
  ])
  return {
    challenges: new Map(challenges.map(({ id, difficulty }) => [id, difficulty])),
    has: (address) => addresses.has(address),
  }
}
