import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/api-error.ts'
import { currentLearnerId } from '../storage.ts'
import { whenIdle } from '../when-idle.ts'
import { offlineDatabase } from './offline-database.ts'
import { saveImages } from './saved-images.ts'

/** The queries that are saved, by the first part of their key. */
const kinds: ReadonlySet<unknown> = new Set([
  'catalogue',
  'challenges',
  'dashboard',
  'flashcards',
  'progress',
])

/** Of the account only the profile: Today needs the chosen path and the daily goal. */
const isSaved = ({ queryKey: [kind, , part] }: Query): boolean =>
  kinds.has(kind) || (kind === 'account' && part === 'profile')

/** Per learner; the oldest are dropped. */
const MOST_COPIES = 300

/** Every build has its own script URL: another build's copies may have another shape. */
const build = import.meta.url

/** When a shown copy was saved, by the query's hash; empty while the server responds. */
const shown = new Map<string, number>()

/**
 * Saves what learners read on this device, and shows the saved copy if the server can't be reached.
 * @returns a function that stops it
 */
export function saveCopies(client: QueryClient): () => void {
  const cache = client.getQueryCache()
  const unfollow = cache.subscribe((event) => {
    if (isSaved(event.query)) follow(client, event)
  })
  // Pages may have started queries before this module loaded.
  for (const query of cache.getAll()) {
    if (!isSaved(query)) continue
    if (query.state.data !== undefined) save(query)
    else if (isAway(query.state.error ?? query.state.fetchFailureReason)) void showCopy(client, query)
  }
  return unfollow
}

/** Reloads queries that show a copy, and what failed because the server couldn't be reached. */
export function refreshCopies(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryHash, state }) => shown.has(queryHash) || isAway(state.error),
  })
}

/** When the oldest copy on the page was saved, in milliseconds since 1970; null if there is none. */
export function useOldestCopy(client: QueryClient): number | null {
  const cache = client.getQueryCache()
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () =>
      cache
        .getAll()
        .filter((query) => query.isActive())
        .reduce<number | null>((oldest, { queryHash }) => {
          const savedAt = shown.get(queryHash)
          return savedAt === undefined ? oldest : Math.min(oldest ?? savedAt, savedAt)
        }, null),
  )
}

function follow(client: QueryClient, { type, query, ...event }: QueryCacheNotifyEvent): void {
  if (type !== 'updated' || !('action' in event)) return
  const { action } = event
  if (action.type === 'success' && !action.manual) {
    shown.delete(query.queryHash)
    save(query)
  } else if ((action.type === 'failed' || action.type === 'error') && isAway(action.error)) {
    void showCopy(client, query)
  }
}

const isAway = (error: unknown) =>
  error instanceof ApiError && (error.code === 'unreachable' || error.code === 'timeout')

function save({ queryHash: hash, state }: Query): void {
  const { data, dataUpdatedAt: savedAt } = state
  whenIdle(() => {
    const copy = { userId: currentLearnerId(), hash, savedAt, build, data }
    // Without a database, copies aren't saved.
    void store(copy).catch(() => undefined)
    void saveImages(data).catch(() => undefined)
  })
}

async function store(copy: { userId: string; hash: string; savedAt: number; build: string; data: unknown }) {
  const change = (await offlineDatabase()).transaction('copies', 'readwrite')
  await change.store.put(copy)
  const keys = await change.store.index('userId').getAllKeys(copy.userId)
  if (keys.length > MOST_COPIES) {
    const all = await change.store.index('userId').getAll(copy.userId)
    const surplus = all.sort((one, other) => other.savedAt - one.savedAt).slice(MOST_COPIES)
    for (const { hash } of surplus) await change.store.delete([copy.userId, hash])
  }
  await change.done
}

/** Data on the page stays, with its age; a page without data shows the copy. */
async function showCopy(client: QueryClient, query: Query): Promise<void> {
  const { data, dataUpdatedAt } = query.state
  if (data !== undefined) return putOn(client, query, data, dataUpdatedAt)
  const copy = await (await offlineDatabase())
    .get('copies', [currentLearnerId(), query.queryHash])
    .catch(() => undefined)
  // The server may have responded in the meantime.
  if (copy && copy.build === build && query.state.data === undefined) {
    putOn(client, query, copy.data, copy.savedAt)
  }
}

function putOn(client: QueryClient, query: Query, data: unknown, savedAt: number): void {
  shown.set(query.queryHash, savedAt)
  // Also clears the error that a page would show.
  if (query.state.data === undefined || query.state.status === 'error') {
    client.setQueryData(query.queryKey, data, { updatedAt: savedAt })
  }
}
