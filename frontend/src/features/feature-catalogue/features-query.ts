import type { Feature, FeatureSummary } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-key.ts'
import { adminApi } from '../../shared/api/client.ts'

export const featuresQuery = queryOptions({
  queryKey: adminKey('library', 'features'),
  queryFn: ({ signal }) =>
    adminApi.get<{ data: Feature[]; summary: FeatureSummary }>('/api/features', { signal }),
})
