import type { BackedUpQuestion, BackupListing, backupStats, sectionListReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

export const backupAddress = '/api/admin/backup'
export const backupsKey = ['admin', 'data', 'backups']

const read = async <Data>(query: { action: string; section?: string }, signal: AbortSignal) =>
  (await adminApi.get<{ data: Data }>(backupAddress, { query, signal })).data

export const statsQuery = queryOptions({
  queryKey: [...backupsKey, 'stats'],
  queryFn: ({ signal }) => read<Reply<typeof backupStats>>({ action: 'stats' }, signal),
})

export const filesQuery = queryOptions({
  queryKey: [...backupsKey, 'files'],
  queryFn: ({ signal }) => read<BackupListing[]>({ action: 'files' }, signal),
})

/** The questions in the backup of a section, newest first. */
export const contentQuery = (section: string) =>
  queryOptions({
    queryKey: [...backupsKey, 'section', section],
    queryFn: ({ signal }) => read<BackedUpQuestion[]>({ action: 'section', section }, signal),
  })

/** Sections that may be backed up one by one. */
export const sectionsQuery = queryOptions({
  queryKey: ['admin', 'data', 'sections'],
  queryFn: async ({ signal }) =>
    (await adminApi.get<Reply<typeof sectionListReply>>('/api/sections', { signal })).data,
})
