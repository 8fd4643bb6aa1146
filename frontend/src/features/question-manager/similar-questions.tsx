import { foldText } from '@rehearse/contracts/fold-text'
import { useQuery } from '@tanstack/react-query'
import { adminApi } from '../../shared/api/client.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useDebounced } from '../../shared/ui/use-debounced.ts'
import { duplicatesQuery } from './api.ts'
import { useManagerMessages } from './messages.en.ts'
import type { QuestionDraft } from './question-draft.ts'
import styles from './question-form.module.css'

/** How long after the last key press a search starts. Milliseconds. */
const PAUSE = 400
const SHOWN = 3
const ASKED = 20
/** The least similarity for a question to be listed. */
const MIN_SIMILARITY = 0.35

/** Shows existing questions that may be duplicates while the admin types. */
export function SimilarQuestions({ draft, ownId }: { draft: QuestionDraft; ownId: string | undefined }) {
  const { form: messages } = useManagerMessages()
  const title = useDebounced(draft.title, PAUSE)
  const words = longestWords(title)
  const { data: found = [] } = useQuery({
    queryKey: ['admin', 'data', 'similar', words],
    queryFn: ({ signal }) => searchAny(words, signal),
    enabled: words.length > 0,
    staleTime: 60_000,
  })
  const same = useDuplicates(draft).filter(({ id }) => id !== ownId)
  const similar = found
    .filter((other) => other.id !== ownId && !same.some(({ id }) => id === other.id))
    .map((other) => ({
      ...other,
      sameTitle: fold(other.title) === fold(title),
      alike: similarity(`${title} ${draft.content}`, `${other.title} ${other.content}`, title, other.title),
    }))
    .filter((other) => other.sameTitle || other.alike >= MIN_SIMILARITY)
    .sort((a, b) => Number(b.sameTitle) - Number(a.sameTitle) || b.alike - a.alike)
    .slice(0, SHOWN)
  return (
    <div role="status">
      {same.length > 0 && (
        <div className={styles.similar}>
          <p>
            <strong>{messages.duplicate}</strong> {messages.duplicateLead}
          </p>
          <QuestionLinks questions={same} />
        </div>
      )}
      {similar.length > 0 && (
        <div className={styles.similar}>
          <p>
            <strong>{messages.similar(similar.length)}</strong> {messages.similarLead}
          </p>
          <QuestionLinks questions={similar} />
        </div>
      )}
    </div>
  )
}

function QuestionLinks({
  questions,
}: {
  questions: readonly { id: string; title: string; sameTitle?: boolean }[]
}) {
  const { form: messages } = useManagerMessages()
  return (
    <ul className="plain-list">
      {questions.map(({ id, title, sameTitle }) => (
        <li key={id}>
          <a
            href={`/admin/questions/unified?open=edit:${id}`}
            target="_blank"
            rel="noopener"
            aria-label={messages.openSimilar(title)}
            dir="auto"
          >
            <InlineCode text={title} />
          </a>
          {sameTitle && <Tag tone="bad">{messages.sameTitle}</Tag>}
        </li>
      ))}
    </ul>
  )
}

/** Questions with exactly this content, once it is complete. */
function useDuplicates({ title, content, options }: QuestionDraft) {
  const typed = JSON.stringify({ title, content, options: options.map(({ text }) => text).filter(isFilled) })
  const question: { title: string; content: string; options: string[] } = JSON.parse(
    useDebounced(typed, PAUSE),
  )
  const { data = [] } = useQuery({
    ...duplicatesQuery(question),
    enabled: isFilled(question.title) && isFilled(question.content),
  })
  return data
}

const isFilled = (text: string) => text.trim() !== ''

/** Search requires every word: with fewer words it also finds other wordings. */
async function searchAny(words: readonly string[], signal: AbortSignal) {
  for (let count = words.length; count > 0; count -= 1) {
    const query = { search: words.slice(0, count).join(' ').slice(0, 200), pageSize: ASKED }
    const path = '/api/questions/unified/search'
    const { data } = await adminApi.get(path, { query, signal })
    if (data.length > 0 || count === 1) return data
  }
  return []
}

/** The longest words of a title, which say most about it: as many as the search should require. */
function longestWords(title: string): string[] {
  const words = [...wordsOf(title)].filter((word) => word.length > 2)
  return words.sort((a, b) => b.length - a.length).slice(0, 3)
}

/** The similarity of two questions, 0 to 1: of all their words, or of their titles' words, whichever is higher. */
function similarity(text: string, other: string, title: string, otherTitle: string): number {
  return Math.max(shared(wordsOf(text), wordsOf(other)), shared(wordsOf(title), wordsOf(otherTitle)))
}

/** As duplicates are detected: case doesn't matter either. */
const fold = (text: string): string => foldText(text).toLowerCase()

const wordsOf = (text: string): ReadonlySet<string> => new Set(fold(text).match(/[\p{L}\p{N}_$]+/gu) ?? [])

/** The Jaccard index. */
function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let both = 0
  for (const word of some) if (others.has(word)) both += 1
  const all = some.size + others.size - both
  return all === 0 ? 0 : both / all
}
