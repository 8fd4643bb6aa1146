import type { SearchEntry, SearchEntryKind } from '@rehearse/contracts'
import { coursePage } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useReservedIds, withoutReserved } from '../../shared/api/interview.ts'
import { searchIndexQuery } from '../../shared/api/search-index.ts'
import { useSession } from '../../shared/api/session.ts'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { firstLine } from '../../shared/ui/markdown/first-line.ts'
import { CommandPalette, type PaletteItem, useFoundQuestions } from './command-palette.tsx'
import { useCommandPaletteMessages } from './messages.en.ts'
import { type Findable, rankMatches } from './rank-matches.ts'

type Entry = PaletteItem & Findable

const SHOWN = 8

/** Everything a learner can open: pages, settings, courses, challenges, the library and questions. */
export default function LearnerSearch({ onClose }: { onClose: () => void }) {
  const messages = useCommandPaletteMessages()
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const index = useQuery(searchIndexQuery)
  const found = useFoundQuestions('learner', typed)
  const pages = usePages(index.data ?? [])
  const content = (index.data ?? []).map(
    (entry): Entry => ({ ...entry, to: addressOf[entry.kind](entry), label: messages.kinds[entry.kind] }),
  )
  const { named, mentioned } = rankMatches([...pages, ...content], typed)
  const reserved = useReservedIds()
  const questions = (reserved ? withoutReserved(found.questions, reserved) : []).map(
    ({ id, title, content, category }): PaletteItem => ({
      to: `/questions?question=${id}`,
      title,
      text: firstLine(content),
      label: category,
    }),
  )
  const more =
    found.total > found.questions.length
      ? [
          {
            to: `/questions/all?search=${encodeURIComponent(typed.trim())}`,
            title: messages.all(found.total),
          },
        ]
      : []
  const error = found.error ?? index.error
  return (
    <CommandPalette
      typed={typed}
      onType={setTyped}
      placeholder={messages.placeholder}
      sections={
        typed.trim() === ''
          ? [{ heading: messages.pages, items: pages.filter(({ isMain }) => isMain).map(plain) }]
          : [
              { heading: messages.best, items: named.slice(0, SHOWN) },
              { heading: messages.questions, items: [...questions, ...more] },
              { heading: messages.mentioned, items: mentioned.slice(0, SHOWN) },
            ]
      }
      isSearching={found.isFetching || index.isFetching}
      error={error ? errorText(error, messages.failed) : undefined}
      onClose={onClose}
    />
  )
}

const plain = ({ to, title }: Entry): PaletteItem => ({ to, title })

const addressOf: Readonly<Record<SearchEntryKind, (entry: SearchEntry) => string>> = {
  path: ({ id }) => coursePage(id),
  step: ({ id }) => coursePage(...(id.split('/') as [string, string])),
  challenge: ({ id }) => `/coding/${id}`,
  guide: ({ id }) => `/preparation-guides/${id}`,
  article: ({ id }) => `/articles/${id}`,
  cheatsheet: ({ id }) => `/cheatsheet/${id}`,
  list: ({ id }) => `/questions/lists/${id}`,
  resource: ({ title }) => `/resources?searchTerm=${encodeURIComponent(title)}`,
  company: ({ id }) => `/questions/company-specific?company=${encodeURIComponent(id)}`,
  job: ({ title }) => `/jobs?searchTerm=${encodeURIComponent(title)}`,
}

type Page = Entry & { isMain?: boolean }

/** Pages and settings by name and synonyms, without those that have no content yet. */
function usePages(index: readonly SearchEntry[]): Page[] {
  const { pageNames, pages, settings, kinds } = useCommandPaletteMessages()
  const session = useSession()
  const has = (kind: SearchEntryKind) => index.some((entry) => entry.kind === kind)
  const isShown = (to: string) =>
    (to !== '/jobs' || has('job')) &&
    (to !== '/questions/company-specific' || has('company')) &&
    (session !== null || !forLearners.has(to))
  const shownPages = Object.entries(pageNames)
    .filter(([to]) => isShown(to))
    .map(([to, [title = '', ...words]], at): Page => ({ to, title, words, label: pages, isMain: at < 7 }))
  if (session === null) return shownPages
  const shownSettings = Object.entries(settings).map(
    ([id, [title = '', ...words]]): Page => ({
      to: `/settings#${id}`,
      title,
      words,
      label: kinds.setting,
    }),
  )
  return [...shownPages, ...shownSettings]
}

/** Pages that need an account. */
const forLearners: ReadonlySet<string> = new Set([
  '/bookmarks',
  '/notices',
  '/settings',
  '/questions?mode=bookmarks',
])
