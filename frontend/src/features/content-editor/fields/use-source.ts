import { queryOptions, useQuery } from '@tanstack/react-query'
import { categoriesQuery, learningPathsQuery } from '../../../shared/api/catalogue.ts'
import { adminApi } from '../../../shared/api/client.ts'
import type { Choice } from '../../../shared/ui/fields.tsx'
import type { Source } from './field.ts'

const resourceCategoriesQuery = queryOptions({
  queryKey: ['admin', 'data', 'content', 'resource-categories'],
  queryFn: async ({ signal }) =>
    (
      await adminApi.get<{ categories: { id: string; name: string }[] }>('/api/resources', {
        query: { searchTerm: 'nothing but the categories' },
        signal,
      })
    ).categories,
})

/** What there is to choose from; nothing until it has come. */
export function useSource(source: Source): readonly Choice[] {
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: source === 'categories' })
  const { data: paths = [] } = useQuery({ ...learningPathsQuery, enabled: source === 'paths' })
  const { data: kinds = [] } = useQuery({
    ...resourceCategoriesQuery,
    enabled: source === 'resourceCategories',
  })
  switch (source) {
    case 'categories':
      return categories.map(({ name }) => ({ value: name, label: name }))
    case 'paths':
      return paths.map(({ id, name }) => ({ value: id, label: name }))
    case 'resourceCategories':
      return kinds.map(({ id, name }) => ({ value: id, label: name }))
  }
}
