import type {
  BackedUpQuestion,
  BackupListing,
  backupReadReply,
  backupStats,
  RestorePoint,
} from '@rehearse/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { saveFile } from '../../shared/admin/save-file.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { IMPORT_TIMEOUT } from '../../shared/constants.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { showToast } from '../../shared/ui/toasts.tsx'

const backupAddress = '/api/admin/backup'
const backupsKey = ['admin', 'data', 'backups']

type Read = Reply<typeof backupReadReply>['data']

/** The data of the response depends on the action. */
const read = async <Data extends Read>(query: { action: string; section?: string }, signal: AbortSignal) =>
  (await adminApi.get(backupAddress, { query, signal })).data as Data

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

/** The backups of a section that can be restored, newest first. */
export const pointsQuery = (section: string) =>
  queryOptions({
    queryKey: [...backupsKey, 'points', section],
    queryFn: ({ signal }) => read<RestorePoint[]>({ action: 'points', section }, signal),
  })

/** Sections that can be backed up individually. */
export const sectionsQuery = queryOptions({
  queryKey: ['admin', 'data', 'sections'],
  queryFn: async ({ signal }) => (await adminApi.get('/api/sections', { signal })).data,
})

/** A restore point of a section, or a backup from a file. */
export type RestoreSource = { section: string; point: string } | { name: string; content: string }

/** Creating, downloading and deleting backups, and restoring them: first as a dry run, then for real. */
export function useBackupWrites() {
  const queryClient = useQueryClient()
  const { toast } = useMessages()
  const changed = async ({ message }: { message: string }) => {
    showToast({ tone: 'success', title: toast.success, message })
    await queryClient.invalidateQueries({ queryKey: backupsKey })
  }

  /** @param section a single section; without it, all of them */
  const backUp = useMutation({
    mutationFn: (section: string | undefined) =>
      adminApi.post(`${backupAddress}/sections`, {
        body: { section },
        timeout: IMPORT_TIMEOUT,
      }),
    onSuccess: changed,
  })
  const remove = useMutation({
    mutationFn: (section: string) => adminApi.delete(backupAddress, { body: { section } }),
    onSuccess: changed,
  })
  const download = useMutation({
    mutationFn: async ({ section, name }: { section: string; name: string }) =>
      saveFile(await adminApi.file(`${backupAddress}/download`, { query: { section } }), name),
  })
  const restore = useMutation({
    mutationFn: ({ source, dryRun }: { source: RestoreSource; dryRun: boolean }) =>
      adminApi.post(`${backupAddress}/restore`, {
        body: {
          ...('section' in source
            ? { section: source.section, point: source.point }
            : { content: source.content }),
          dryRun,
        },
        timeout: IMPORT_TIMEOUT,
      }),
    onSuccess: (reply) => {
      if (reply.data.dryRun) return
      void changed(reply)
      void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
      void queryClient.invalidateQueries({ queryKey: ['admin', 'data', 'questions'] })
    },
  })
  return { backUp, remove, download, restore }
}
