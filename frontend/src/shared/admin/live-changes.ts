import type { AdminTopic } from '@rehearse/contracts'
import { ADMIN_TOPICS } from '@rehearse/contracts/admin-topics'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Pause between two refreshes. Milliseconds. */
const PAUSE = 1_000

const topics: ReadonlySet<string> = new Set(ADMIN_TOPICS)

/** Topics of learning content, in whatever form a query shows it. */
const content: readonly AdminTopic[] = [
  'questions',
  'imports',
  'places',
  'plans',
  'library',
  'audio',
  'backups',
]

/**
 * Topics whose pages also show data of others, such as the taxonomy names of questions or the question of a report.
 */
const alsoShows: Partial<Record<AdminTopic, readonly AdminTopic[]>> = {
  questions: ['imports', 'places', 'audio', 'reports'],
  imports: ['questions'],
  backups: ['questions', 'places'],
  audio: ['questions'],
  images: ['questions', 'places', 'library'],
  reports: ['questions'],
  plans: ['questions', 'places'],
  trash: content,
}

/**
 * Whether a query shows changed data: by its topic (see adminKey), or by any content topic if its key has none. Forms
 * that are being edited aren't reloaded; saving detects the conflict.
 */
export function isAffected([area, part, name]: QueryKey, changed: ReadonlySet<AdminTopic>): boolean {
  if (area === 'catalogue') return content.some((topic) => changed.has(topic))
  if (area !== 'admin' || part !== 'data') return false
  if (typeof name !== 'string' || !topics.has(name)) return content.some((topic) => changed.has(topic))
  const own = name as AdminTopic
  return changed.has(own) || (alsoShows[own] ?? []).some((topic) => changed.has(topic))
}

/**
 * Reloads visible queries whose data has changed, one refresh at a time: changes during a refresh wait for the next
 * one, so a burst of changes can't overload the server.
 *
 * @returns takes the changed topics; without any, everything may have changed
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
      await client.invalidateQueries({ predicate: ({ queryKey }) => isAffected(queryKey, changed) })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
    isReading = false
  }
  return (changed = [...topics] as AdminTopic[]) => {
    for (const topic of changed) waiting.add(topic)
    if (!isReading) void read()
  }
}
