import type { GuideDocument } from '@rehearse/contracts'
import { readingMinutes, siteLinks, wordsIn } from './prose.ts'
import type { Site } from './site.ts'

/**
 * Checks a guide's times. A section's reading time is its length. The guide's time is working through it: the reading, and the
 * learning paths and challenges that it links to.
 */
export function judgeGuide({ estimatedTime, sections }: GuideDocument, site: Site): string[] {
  const links = new Set(sections.flatMap(({ description }) => siteLinks(description)))
  const reading = sections.reduce((sum, { description }) => sum + readingMinutes(description), 0)
  const practice = [...links].reduce((sum, address) => sum + practiceMinutes(address, site), 0)
  return [
    ...sections.flatMap(({ title, description, readingTime, topics }) => [
      ...(readingTime === readingMinutes(description)
        ? []
        : [`"${title}" is read in ${readingMinutes(description)} minutes, not in ${readingTime}`]),
      ...(wordsIn(description) < fewestWords ? [`"${title}" has fewer than ${fewestWords} words`] : []),
      ...(topics.length === 0 ? [`"${title}" names no topics`] : []),
    ]),
    ...[...links]
      .filter((address) => !site.has(address))
      .map((address) => `links to ${address}, where nothing is`),
    ...([...links].some((address) => address.startsWith(questionsOf)) ? [] : ['leads to no questions']),
    ...(estimatedTime === reading + practice
      ? []
      : [`takes ${reading} minutes of reading and ${practice} of practice, not ${estimatedTime}`]),
    ...(estimatedTime < 25 || estimatedTime > 60
      ? [`takes ${estimatedTime} minutes: 25 to 60 are meant`]
      : []),
  ]
}

const fewestWords = 70
const questionsOf = '/questions?learningPath='
const coding = '/coding/'

/** A round of ten questions, or a challenge by its difficulty. */
function practiceMinutes(address: string, { challenges }: Site): number {
  if (address.startsWith(questionsOf)) return 10
  const difficulty = address.startsWith(coding) ? challenges.get(address.slice(coding.length)) : undefined
  return difficulty === undefined ? 0 : { easy: 5, medium: 10, hard: 15 }[difficulty]
}
