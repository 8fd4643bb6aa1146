import type { FollowUp, Interview, Mark, Overview, Part, PartResult, ScoredPart } from './interview.ts'

/** Checklist words for what a candidate does, not for what the point is about. */
const verbs = new Set(
  `adds admits agrees applies asks assigns avoids batches begins brings builds calculates chooses combines compares
  connects considers contrasts counts covers decides defines derives describes distinguishes draws ends enforces ensures
  explains finds fixes gives handles has includes keeps knows lets limits lists makes measures mentions moves names notes
  notices offers orders picks places plans prefers presents prevents proposes protects puts questions reads recognizes
  recommends reduces relates reports says sees sends separates serves sets shows splits starts states stores suggests
  supports takes tells tests thinks traces treats turns uses verifies warns
  about after another because before being between concrete each every example first from into just least more most only
  other others over same should some such than that their them then they this those through what when where which while
  will with without your`.split(/\s+/),
)

/** The words that a point is about, as they can be found in an answer. */
export function keyWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_.'-]{3,}/gu) ?? []
  return [...new Set(words.map((word) => word.replaceAll(/^[.'-]+|[.'-]+$|'s$/g, '')))].filter(
    (word) => word.length > 3 && !verbs.has(word),
  )
}

/** Only the beginning of a word is compared, so plural and tense don't matter. */
const isUsed = (word: string, answer: string) =>
  answer.includes(word.slice(0, Math.max(4, Math.ceil(word.length * 0.7))))

/**
 * The follow-up about the point that the answer covers least: the one with the smallest share of its keywords in
 * the answer, and of equal ones the first. Undefined if no point has a follow-up.
 */
export function chooseFollowUp(answer: string, points: Part['points']): FollowUp | undefined {
  const text = answer.toLowerCase()
  const candidates = points.flatMap(({ text: point, followUp }, position) => {
    if (followUp === '') return []
    const words = keyWords(point)
    const used = words.filter((word) => isUsed(word, text)).length
    return [{ question: followUp, position, used, of: words.length }]
  })
  const share = ({ used, of }: { used: number; of: number }) => (of === 0 ? 0 : used / of)
  const [least] = candidates.toSorted((one, other) => share(one) - share(other))
  if (!least) return undefined
  const { question, position, used, of } = least
  return { question, from: 'point', about: { point: position, used, of } }
}

/** What a part's score is made of, in whole percentages; null where nothing was rated. */
export interface PartScore {
  checklist: number | null
  rubric: number | null
  total: number | null
}

/**
 * The share of ticked points and the average mark, each from 0 to 100, and the average of both. A part without a tick
 * and without a mark is unrated.
 */
export function scoreOf(
  pointCount: number,
  { covered, marks }: Pick<PartResult, 'covered' | 'marks'>,
): PartScore {
  const rated = marks.filter((mark): mark is Mark => mark !== null)
  if (covered.length === 0 && rated.length === 0) return { checklist: null, rubric: null, total: null }
  const checklist = pointCount === 0 ? null : Math.round((covered.length / pointCount) * 100)
  const rubric =
    rated.length === 0
      ? null
      : Math.round((rated.reduce((sum, mark) => sum + mark - 1, 0) / (rated.length * 3)) * 100)
  const known = [checklist, rubric].filter((one) => one !== null)
  return {
    checklist,
    rubric,
    total: Math.round(known.reduce((sum, one) => sum + one, 0) / known.length),
  }
}

/** The checklist of a challenge is the same for all challenges, in the language of the interface. */
function pointCountOf({ kind, points }: ScoredPart, codingPoints: readonly string[]): number {
  if (kind === 'coding') return codingPoints.length
  return typeof points === 'number' ? points : points.length
}

/** The scores of the rated parts, weighted by their minutes; null if no part was rated. */
export function overallScore(interview: Overview, codingPoints: readonly string[]): number | null {
  const rated = ratedParts(interview, codingPoints)
  const minutes = rated.reduce((sum, { part }) => sum + part.minutes, 0)
  return minutes === 0
    ? null
    : Math.round(rated.reduce((sum, { part, score }) => sum + score * part.minutes, 0) / minutes)
}

export interface RatedPart<Rated = Part> {
  part: Rated
  score: number
}

export const ratedParts = <Rated extends ScoredPart>(
  { parts, given }: { parts: readonly Rated[]; given: Overview['given'] },
  codingPoints: readonly string[],
): readonly RatedPart<Rated>[] =>
  parts.flatMap((part, position) => {
    const result = given[position]
    const score = result ? scoreOf(pointCountOf(part, codingPoints), result).total : null
    return score === null ? [] : [{ part, score }]
  })

/** Below this score, in percent, a part is worth practicing again. */
export const WEAK = 75

/**
 * What to practice next, weakest first: the parts below 75 %, or the lowest one if there is none. Questions can be
 * practiced together; a challenge is next if it is the only weak part.
 */
export function practiceNext(interview: Interview, codingPoints: readonly string[]): readonly RatedPart[] {
  const ranked = ratedParts(interview, codingPoints).toSorted((one, other) => one.score - other.score)
  const weak = ranked.filter(({ score }) => score < WEAK)
  const next = weak.length > 0 ? weak : ranked.slice(0, 1)
  const questions = next.filter(({ part }) => part.kind !== 'coding')
  return questions.length > 0 ? questions : next
}

/** Seconds left of the planned time, counting only the time on the screen; negative once it is over. */
export const secondsLeft = ({ setup, given }: Interview): number =>
  setup.minutes * 60 - given.reduce((sum, { seconds }) => sum + seconds, 0)
