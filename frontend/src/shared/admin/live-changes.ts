import type { AdminTopic } from '@rehearse/contracts'
import { ADMIN_TOPICS } from '@rehearse/contracts/constants'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Milliseconds between two rounds of reading. */
const PAUSE = 1_000

const topics: ReadonlySet<string> = new Set(ADMIN_TOPICS)

/** What learners learn from, in whatever way it is shown. */
const content: readonly AdminTopic[] = [
  'questions',
  'imports',
  'places',
  'plans',
  'library',
  'audio',
  'backups',
]

/** Things that show some of others: the names of places beside questions, a report's question. */
const alsoShows: Partial<Record<AdminTopic, readonly AdminTopic[]>> = {
  questions: ['imports', 'places', 'audio', 'reports'],
  imports: ['questions'],
  backups: ['questions', 'places'],
  audio: ['questions'],
  reports: ['questions'],
  plans: ['questions', 'places'],
}

/**
 * Whether a query shows any of what has changed: by its topic (see adminKey), and where it names none, by all content. What
 * somebody is editing is left alone; saving it finds out.
 */
export function isConcerned([area, part, name]: QueryKey, changed: ReadonlySet<AdminTopic>): boolean {
  if (area === 'catalogue') return content.some((topic) => changed.has(topic))
  if (area !== 'admin' || part !== 'data') return false
  if (typeof name !== 'string' || !topics.has(name)) return content.some((topic) => changed.has(topic))
  const own = name as AdminTopic
  return changed.has(own) || (alsoShows[own] ?? []).some((topic) => changed.has(topic))
}

/**
 * Reloads what is shown and has changed, one round at a time: what changes during a round is in the next, so
 * however much happens, the server is asked at the pace at which it answers.
 *
 * @returns takes topics that have changed; without any, everything may have
 */
export function refreshOnChange(
  client: QueryClient,
  pause = PAUSE,
): (changed?: readonly AdminTopic[]) => void {
  const waiting = new Set<AdminTopic>()
  let isReading = false
  const read = async () => {
    isReading = true
    while (waiting.size > 0) {
      const changed = new Set(waiting)
      waiting.clear()
      await client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey, changed) })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    isReading = false
  }
  return (changed = [...topics] as AdminTopic[]) => {
    for (const topic of changed) waiting.add(topic)
    if (!isReading) void read()
  }
}
