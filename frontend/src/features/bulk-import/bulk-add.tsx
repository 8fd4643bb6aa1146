import type { OnDuplicate } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sectionsQuery } from '../../shared/api/catalogue.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { emptyFormQuestion, isComplete, toRow } from './form/form-questions.ts'
import { Guide } from './guide.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { type Mode, ModeTabs } from './mode-tabs.tsx'
import { ReadingTimeout, UnreadableSource } from './reading/read-apart.ts'
import { RecentImports } from './recent-imports.tsx'
import { emptySources, formatOf } from './sources.ts'
import { useImport } from './use-import.ts'

/** Choose a method, parse, save: for one section, or for none. */
export function BulkAdd() {
  const bulk = useBulkMessages()
  const errorText = useErrorText()
  const { data: sections = [] } = useQuery(sectionsQuery)
  const [mode, setMode] = useState<Mode>('form')
  const [sectionId, setSectionId] = useState('')
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip')
  const [questions, setQuestions] = useState(() => [emptyFormQuestion()])
  const [sources, setSources] = useState(emptySources)
  const [incomplete, setIncomplete] = useState(false)
  const { batchId, rehearsing, saving, startOver } = useImport()

  const source = mode === 'form' ? undefined : sources[mode]
  const section = sections.find(({ id }) => id === sectionId)
  const chosen = { sectionId: sectionId || undefined, onDuplicate }
  const busy = rehearsing.isPending || saving.isPending
  const change = (apply: () => void) => {
    apply()
    setIncomplete(false)
    startOver()
  }
  const parse = () => {
    if (!source || source.content.trim() === '') return
    rehearsing.mutate({ order: { ...source, format: formatOf(mode, source), section }, chosen })
  }
  const addable = rehearsing.data?.result.success ?? 0
  const save = () => {
    if (source && rehearsing.data) {
      const { content, fileName } = source
      const load = { content, format: rehearsing.data.read.format, ...(fileName && { fileName }) }
      return saving.mutate({ load, chosen })
    }
    const complete = questions.filter(isComplete)
    if (complete.length === 0) return setIncomplete(true)
    setIncomplete(false)
    saving.mutate(
      { load: { questions: complete.map((question) => toRow(question, section)) }, chosen },
      { onSuccess: ({ success }) => success > 0 && setQuestions([emptyFormQuestion()]) },
    )
  }
  const failure = rehearsing.error ?? saving.error

  return (
    <div className={styles.content}>
      <Guide />
      <div className={styles.choices}>
        <SelectField
          label={bulk.section}
          value={sectionId}
          disabled={busy}
          onChange={(event) => change(() => setSectionId(event.target.value))}
          choices={[
            { value: '', label: bulk.noSection },
            ...sections.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={bulk.onDuplicate}
          value={onDuplicate}
          disabled={busy}
          onChange={(event) => change(() => setOnDuplicate(event.target.value as OnDuplicate))}
          choices={(['skip', 'update', 'add'] as const).map((value) => ({
            value,
            label: bulk.duplicateChoices[value],
          }))}
        />
      </div>
      <ModeTabs
        mode={mode}
        sources={sources}
        questions={questions}
        disabled={busy}
        onMode={(next) => change(() => setMode(next))}
        onSources={(next) => change(() => setSources(next))}
        onQuestions={(next) => change(() => setQuestions(next))}
      />
      <div className={styles.actions}>
        {source && !saving.data && (
          <Button
            variant={addable > 0 ? 'plain' : 'primary'}
            disabled={source.content.trim() === ''}
            pending={rehearsing.isPending}
            onClick={parse}
          >
            {rehearsing.isPending ? bulk.parsing : bulk.parse}
          </Button>
        )}
        {(mode === 'form' || (addable > 0 && !saving.data)) && (
          <Button variant="primary" pending={saving.isPending} onClick={save}>
            {saving.isPending ? bulk.saving : mode === 'form' ? bulk.saveForm : bulk.save(addable)}
          </Button>
        )}
      </div>
      {busy && <ImportProgress batchId={batchId} />}
      {incomplete && <Alert tone="error">{bulk.incomplete}</Alert>}
      {failure && (
        <Alert tone="error" title={rehearsing.error ? bulk.parseFailed : bulk.saveFailed}>
          {failure instanceof ReadingTimeout
            ? bulk.tooComplex
            : failure instanceof UnreadableSource
              ? failure.message
              : errorText(failure)}
        </Alert>
      )}
      {saving.data && (
        <ImportOutcome
          result={saving.data}
          read={rehearsing.data?.read}
          content={source?.content}
          onAnother={() => change(() => setSources(emptySources))}
        />
      )}
      {rehearsing.data && !saving.data && <ImportPreview {...rehearsing.data} />}
      <RecentImports />
    </div>
  )
}
