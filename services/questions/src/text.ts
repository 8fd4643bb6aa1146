import { createHash } from 'node:crypto'
import { foldText, type QuestionAnswer } from '@rehearse/contracts'

/**
 * SHA-256 of the content that makes two questions duplicates: title, content and option texts, folded and in lower case.
 * The order of the options, pairs or accepted texts doesn't count: shuffled, it is still the same question.
 */
export function contentHash(question: {
  title: string
  content: string
  options: readonly { text: string }[]
  answer?: QuestionAnswer | null | undefined
}): Buffer {
  const options = question.options.map((option) => comparable(option.text)).sort()
  const folded = JSON.stringify([
    comparable(question.title),
    comparable(question.content),
    options,
    ...(question.answer ? [answerParts(question.answer)] : []),
  ])
  return createHash('sha256').update(folded).digest()
}

/**
 * SHA-256 of what a learner answers and is graded by: statistics of versions with equal digests count as one. Other
 * fields, the title included, are metadata.
 */
export function contentDigest(question: {
  type: string
  content: string
  options: readonly { id: string; text: string; isCorrect: boolean }[]
  answer?: QuestionAnswer | null | undefined
}): string {
  const { type, content, options, answer } = question
  const shown = [
    type,
    content,
    options.map(({ id, text, isCorrect }) => [id, text, isCorrect]),
    ...(answer ? [answer] : []),
  ]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}

/** Of a number nothing but its kind: with the same text, another value is a correction. */
function answerParts(answer: QuestionAnswer): string[] {
  switch (answer.kind) {
    case 'pairs':
      return answer.pairs
        .map(({ left, right }) => JSON.stringify([comparable(left), comparable(right)]))
        .sort()
    case 'text':
      return answer.accepted.map(comparable).sort()
    case 'number':
      return [answer.kind]
  }
}

const comparable = (text: string): string => foldText(text).toLowerCase()

/** The name of a taxonomy node, or a shipped title, as a key. It is stored: a change would separate equal names. */
export const caseFold = (text: string): string =>
  text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()

/**
 * Items in batches of at most `count` items and about `characters` of text, one per statement: the time to build and
 * send a statement depends on the text as much as on the number of rows.
 */
export function* inBatches<Item>(
  items: readonly Item[],
  { count, characters, lengthOf }: { count: number; characters: number; lengthOf: (item: Item) => number },
): Generator<Item[], void, void> {
  let batch: Item[] = []
  let length = 0
  for (const item of items) {
    batch.push(item)
    length += lengthOf(item)
    if (batch.length < count && length < characters) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length > 0) yield batch
}

/** Characters of a question's own text. */
export const textLength = (question: {
  content?: string | undefined
  explanation?: string | undefined
  options?: readonly { text: string; feedback?: string | undefined }[] | undefined
}): number =>
  (question.content?.length ?? 0) +
  (question.explanation?.length ?? 0) +
  (question.options ?? []).reduce((sum, { text, feedback }) => sum + text.length + (feedback?.length ?? 0), 0)
