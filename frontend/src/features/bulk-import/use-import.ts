import type { ImportResult } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newId } from '../../shared/new-id.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import { callImport, type ImportOrder } from './import-calls.ts'
import { useBulkMessages } from './messages.ts'
import { readApart } from './read-apart.ts'
import type { ReadingOrder, ReadSource } from './source-row.ts'

/** What was understood, and what the server would do with it. */
export interface Rehearsal {
  read: ReadSource
  result: ImportResult
}

type Chosen = Pick<ImportOrder, 'sectionId' | 'onDuplicate'>

/** Trying an import, then doing it. Whatever changes the source asks for a new try. */
export function useImport() {
  const bulk = useBulkMessages()
  const queryClient = useQueryClient()
  const [batchId, setBatchId] = useState(newId)
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['admin', 'data'] }),
      queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
    ])

  const rehearsing = useMutation({
    mutationFn: async ({ order, chosen }: { order: ReadingOrder; chosen: Chosen }): Promise<Rehearsal> => {
      const read = await readApart(order)
      const { content, fileName } = order
      const load = { content, format: read.format, ...(fileName !== undefined && { fileName }) }
      const result = await callImport({ load, ...chosen, batchId, dryRun: true })
      return { read, result }
    },
  })
  const saving = useMutation({
    mutationFn: ({ load, chosen }: { load: ImportOrder['load']; chosen: Chosen }) =>
      callImport({ load, ...chosen, batchId, dryRun: false }),
    onSuccess: async (result) => {
      const nothing = result.success + result.skipped === 0
      const joined = result.errors.map(({ error }) => error).join(', ')
      showToast({
        tone: nothing ? 'error' : result.failed > 0 ? 'warning' : 'success',
        title: nothing ? bulk.saveFailed : bulk.savedTitle,
        message: nothing
          ? bulk.importFailed(joined)
          : bulk.saved(String(result.success), String(result.failed)),
      })
      await refresh()
    },
  })
  /** Another source, or another way to take it, is another import. */
  const startOver = () => {
    setBatchId(newId())
    rehearsing.reset()
    saving.reset()
  }
  return { batchId, rehearsing, saving, startOver }
}
