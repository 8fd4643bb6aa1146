import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { Guide } from './guide.tsx'
import { rehearse, type Source, save } from './import-calls.ts'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPreview } from './import-preview.tsx'
import { SourceTabs } from './source-tabs.tsx'

/** Choose a method, parse, save. Whatever changes the source asks for a new parse. */
export function BulkImport({ onClose }: { onClose: () => void }) {
  const bulk = useBulkMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [source, setSource] = useState<Source>({ content: '' })
  const [key, setKey] = useState(newId)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const parsing = useMutation({ mutationFn: rehearse })
  const saving = useMutation({
    mutationFn: (given: Source) => save(given, key),
    onSuccess: async (result) => {
      showToast({
        tone: result.failed > 0 ? 'warning' : 'success',
        title: bulk.savedTitle,
        message: bulk.saved(String(result.success), String(result.failed)),
      })
      await queryClient.invalidateQueries({ queryKey: ['admin', 'data'] })
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] })
    },
  })
  const change = (next: Source) => {
    setSource(next)
    setKey(newId())
    parsing.reset()
    saving.reset()
  }
  const addable = parsing.data?.result.success ?? 0

  return (
    <section aria-labelledby="bulk-import" className={styles.panel}>
      <header className={styles.header}>
        <h2 id="bulk-import" ref={heading} tabIndex={-1}>
          {bulk.title}
        </h2>
        <IconButton icon={X} label={common.close} onClick={onClose} />
      </header>
      {saving.data ? (
        <ImportOutcome result={saving.data} onAnother={() => change({ content: '' })} onClose={onClose} />
      ) : (
        <>
          <Guide />
          <SourceTabs disabled={parsing.isPending || saving.isPending} onChange={change} source={source} />
          <div className={styles.actions}>
            <Button
              variant={addable > 0 ? 'plain' : 'primary'}
              disabled={source.content.trim() === ''}
              pending={parsing.isPending}
              onClick={() => source.content.trim() !== '' && parsing.mutate(source)}
            >
              {parsing.isPending ? bulk.parsing : bulk.parse}
            </Button>
            {addable > 0 && (
              <Button variant="primary" pending={saving.isPending} onClick={() => saving.mutate(source)}>
                {saving.isPending ? bulk.saving : bulk.save(addable)}
              </Button>
            )}
          </div>
          {parsing.isError && (
            <Alert tone="error" title={bulk.parseFailed}>
              {errorText(parsing.error)}
            </Alert>
          )}
          {saving.isError && (
            <Alert tone="error" title={bulk.saveFailed}>
              {errorText(saving.error)}
            </Alert>
          )}
          {parsing.data && <ImportPreview {...parsing.data} />}
        </>
      )}
    </section>
  )
}
