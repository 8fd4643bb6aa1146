import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { entriesQuery } from './collection-queries.ts'
import type { Collection } from './collections/collection.ts'
import { useContentMessages } from './content-messages.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryList } from './entry-list.tsx'
import type { Body } from './fields/body.ts'
import { NEW, useListView } from './list-view.ts'
import type { CollectionName, PageName } from './messages/en.ts'

/** One or several lists that admins edit, one at a time. */
export function ContentPage({
  page,
  collections,
  beside = {},
}: {
  page: PageName
  collections: readonly [Collection, ...Collection[]]
  /** What stands beside the form of a list's entries. It comes from outside: other features do it. */
  beside?: Partial<Record<CollectionName, (body: Body) => ReactNode>>
}) {
  const messages = useContentMessages()
  const view = useListView(collections)
  const { collection } = view
  const { data, error, refetch } = useQuery(entriesQuery(collection))
  const { title, lead } = messages.pages[page]
  const entry = data?.find(({ id }) => id === view.opened)
  const isOpen = view.opened === NEW || entry !== undefined

  return (
    <Page title={title} lead={lead}>
      {collections.length > 1 && (
        <ViewLinks
          label={title}
          views={collections.map(({ name }) => ({
            to: `?list=${name}`,
            label: messages.collections[name].many,
            isCurrent: name === collection.name,
          }))}
        />
      )}
      {!data && !error && <Skeleton heights={[3, 4, 4, 4, 4, 4]} />}
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && view.opened !== null && !isOpen && (
        <Alert
          tone="warning"
          title={messages.gone}
          action={<Button onClick={view.close}>{messages.toList}</Button>}
        />
      )}
      {data && isOpen && (
        <EntryForm
          key={`${collection.name} ${view.opened}`}
          collection={collection}
          entry={entry}
          onClose={view.close}
          beside={beside[collection.name]}
        />
      )}
      {data && view.opened === null && (
        <EntryList key={collection.name} collection={collection} entries={data} view={view} />
      )}
    </Page>
  )
}
