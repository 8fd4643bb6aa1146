import type { AskedQuestion, KeyRequest } from './answer-key-repository.ts'

/** Milliseconds. A new version, or a new name of its category, counts when it has been kept by everybody for so long. */
const shelfLife = 1_000
const questionsMax = 20_000

/** Questions that were answered a moment ago, so that popular ones are not read again and again. */
export class QuestionShelf {
  readonly #kept = new Map<string, { question: AskedQuestion; until: number }>()

  /** The question as it was asked for; undefined where it has to be read. */
  find(request: KeyRequest): AskedQuestion | undefined {
    const kept = this.#kept.get(nameOf(request))
    return kept !== undefined && kept.until > performance.now() ? kept.question : undefined
  }

  keep(request: KeyRequest, question: AskedQuestion): void {
    if (this.#kept.size >= questionsMax) this.#kept.clear()
    this.#kept.set(nameOf(request), { question, until: performance.now() + shelfLife })
  }
}

const nameOf = ({ questionId, version }: KeyRequest): string => `${questionId} ${version ?? ''}`
