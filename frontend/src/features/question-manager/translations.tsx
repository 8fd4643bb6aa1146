import type { TranslationState } from '@rehearse/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { adminApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { useManagerMessages } from './messages.en.ts'
import { TranslationForm, translationsKey } from './translation-form.tsx'

const states = ['missing', 'stale', 'translated'] as const satisfies TranslationState[]
const tones = { missing: 'quiet', stale: 'bad', translated: 'ok' } as const

/** Questions by the state of their Arabic translation, and the form that translates one beside its original. */
export function Translations() {
  const { translations: messages, category } = useManagerMessages()
  const format = useFormat()
  const { filters, setFilter } = useUrlFilters(['state', 'open'] as const)
  const state = states.find((name) => name === filters.state) ?? 'missing'
  const list = useInfiniteQuery({
    queryKey: [...translationsKey, 'list', state],
    queryFn: ({ pageParam, signal }) =>
      adminApi.get('/api/admin/translations', {
        query: { language: 'ar', state, ...(pageParam !== null && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  })
  const questions = list.data?.pages.flatMap(({ data }) => data) ?? []
  const { open } = filters
  return (
    <Page title={messages.title} lead={messages.lead}>
      {open && <TranslationForm key={open} id={open} onClose={() => setFilter('open', '')} />}
      <ViewLinks
        label={messages.title}
        views={states.map((name) => ({
          to: `/admin/translations?state=${name}`,
          label: messages.states[name],
          isCurrent: name === state,
        }))}
      />
      <Loading query={list} title={messages.loadFailed} heights={[3, 3, 3]} />
      {list.data && questions.length === 0 && !list.hasNextPage && (
        <EmptyState title={messages.empty[state]} />
      )}
      {questions.length > 0 && (
        <ListTable
          label={messages.title}
          heads={[
            { label: messages.question },
            { label: category },
            { label: messages.state },
            { label: messages.changed },
            { label: messages.actions, quiet: true },
          ]}
        >
          {questions.map(({ id, title, category: name, state: its, changedAt }) => (
            <tr key={id}>
              <th scope="row" dir="auto">
                <InlineCode text={title} />
              </th>
              <td data-label={category}>{name}</td>
              <td data-label={messages.state}>
                <Tag tone={tones[its]}>{messages.states[its]}</Tag>
              </td>
              <td data-label={messages.changed}>{changedAt === null ? '–' : format.moment(changedAt)}</td>
              <td data-actions>
                <ButtonLink
                  size="small"
                  to={`/admin/translations?state=${state}&open=${id}`}
                  aria-label={messages.translateOf(title)}
                >
                  {messages.translate}
                </ButtonLink>
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages.more}
        </Button>
      )}
    </Page>
  )
}
