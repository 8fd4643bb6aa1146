import type { OnDuplicate } from '@rehearse/contracts'
import { PATH_STEPS } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { categoriesQuery, learningPathsQuery, sectionsQuery } from '../../shared/api/catalog.ts'
import { adminApi } from '../../shared/api/client.ts'
import { IMPORT_PREVIEW } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import type { ImportCheck, ImportTargets } from './api.ts'
import { ReadingTimeout, readImport, UnreadableSource, useImport } from './api.ts'
import styles from './bulk-import.module.css'
import { emptyFormQuestion, isComplete, toRow } from './form-questions.ts'
import { ImportOutcome, SheetNotes } from './import-outcome.tsx'
import { useBulkMessages } from './messages.en.ts'
import { type Mode, ModeTabs } from './mode-tabs.tsx'
import { RecentImports } from './recent-imports.tsx'
import { loadOf, type Sheet, SheetSource } from './sheet-source.tsx'
import { SideBySide } from './side-by-side.tsx'
import type { ReadSource } from './source-rows.ts'
import type { ImageNote, TakenImages } from './take-images.ts'
import { emptySources, formatOf } from './text-source.tsx'

/** The import as a page. */
export function BulkImportPage() {
  const bulk = useBulkMessages()
  return (
    <Page title={bulk.title} lead={bulk.lead}>
      <BulkAdd />
    </Page>
  )
}

/** The import as a panel on a page, which can be closed. */
export function BulkImportPanel({ onClose }: { onClose: () => void }) {
  const bulk = useBulkMessages()
  const { common } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="bulk-import" className={styles.panel}>
      <header className={styles.header}>
        <h2 id="bulk-import" ref={heading} tabIndex={-1}>
          {bulk.title}
        </h2>
        <IconButton icon={X} label={common.close} onClick={onClose} />
      </header>
      <BulkAdd />
    </section>
  )
}

/** Choose a method, parse, save: with or without a section. */
function BulkAdd() {
  const bulk = useBulkMessages()
  const { errors } = useMessages()
  const errorText = useErrorText()
  const { data: sections = [] } = useQuery(sectionsQuery)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const [mode, setMode] = useState<Mode>('form')
  const [sectionId, setSectionId] = useState('')
  const [target, setTarget] = useState({
    status: 'draft' as ImportTargets['status'],
    category: '',
    learningPath: '',
    step: '',
    newStep: '',
    tags: '',
  })
  const [onDuplicate, setOnDuplicate] = useState<OnDuplicate>('skip')
  const [questions, setQuestions] = useState(() => [emptyFormQuestion()])
  const [sources, setSources] = useState(emptySources)
  const [sheet, setSheet] = useState<Sheet>()
  const [incomplete, setIncomplete] = useState(false)
  const { batchId, rehearsing, saving, startOver } = useImport()

  const source = mode === 'form' || mode === 'sheet' ? undefined : sources[mode]
  const isChosen =
    mode === 'sheet' ? sheet !== undefined : source !== undefined && source.content.trim() !== ''
  const section = sections.find(({ id }) => id === sectionId)
  const tags = target.tags
    .split(/[,،]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
  const step = target.learningPath && (target.step === NEW_STEP ? target.newStep.trim() : target.step)
  const targets: ImportTargets = {
    status: target.status,
    ...(target.category && { category: target.category }),
    ...(target.learningPath && { learningPath: target.learningPath }),
    ...(step && { step }),
    ...(tags.length > 0 && { tags }),
  }
  const chosen = { sectionId: sectionId || undefined, onDuplicate, targets }
  const aim = (part: Partial<typeof target>) => change(() => setTarget({ ...target, ...part }))
  const busy = rehearsing.isPending || saving.isPending
  const change = (apply: () => void) => {
    apply()
    setIncomplete(false)
    startOver()
  }
  const parse = () => {
    if (!isChosen) return
    if (sheet && mode === 'sheet') rehearsing.mutate({ source: loadOf(sheet, section), chosen })
    else if (source)
      rehearsing.mutate({ source: { ...source, format: formatOf(mode, source), section }, chosen })
  }
  const addable = rehearsing.data?.result.success ?? 0
  const save = () => {
    if (mode === 'sheet') {
      if (sheet) saving.mutate({ load: loadOf(sheet, section), chosen })
      return
    }
    if (source && rehearsing.data) {
      const { fileName, images = [] } = source
      const content = rehearsing.data.images?.content ?? source.content
      const load = { content, format: rehearsing.data.read.format, ...(fileName && { fileName }) }
      return saving.mutate({ load, chosen, original: { content: source.content, images } })
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
        <SelectField
          label={bulk.status}
          hint={bulk.statusHint}
          value={target.status}
          disabled={busy}
          onChange={(event) => aim({ status: event.target.value as ImportTargets['status'] })}
          choices={(['draft', 'in-review', 'approved'] as const).map((value) => ({
            value,
            label: bulk.statuses[value],
          }))}
        />
        <SelectField
          label={bulk.category}
          value={target.category}
          disabled={busy}
          onChange={(event) => aim({ category: event.target.value })}
          choices={[
            { value: '', label: bulk.asInSource },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={bulk.learningPath}
          value={target.learningPath}
          disabled={busy}
          onChange={(event) => aim({ learningPath: event.target.value, step: '' })}
          choices={[
            { value: '', label: bulk.asInSource },
            ...paths.map(({ id, title }) => ({ value: id, label: title })),
          ]}
        />
        {target.learningPath && (
          <StepField
            pathId={target.learningPath}
            step={target.step}
            newStep={target.newStep}
            disabled={busy}
            onChange={aim}
          />
        )}
        <TextField
          label={bulk.tags}
          hint={bulk.tagsHint}
          optional
          dir="auto"
          disabled={busy}
          value={target.tags}
          onChange={(event) => aim({ tags: event.target.value })}
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
        sheetSource={
          <SheetSource sheet={sheet} disabled={busy} onChange={(next) => change(() => setSheet(next))} />
        }
      />
      <div className={styles.actions}>
        {mode !== 'form' && !saving.data && (
          <Button
            variant={addable > 0 ? 'plain' : 'primary'}
            disabled={!isChosen}
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
              ? errors.serverText(failure.message)
              : errorText(failure)}
        </Alert>
      )}
      {saving.data && (
        <ImportOutcome
          result={saving.data}
          read={rehearsing.data?.read}
          content={rehearsing.data?.images?.content ?? source?.content}
          onAnother={() =>
            change(() => {
              setSources(emptySources)
              setSheet(undefined)
            })
          }
        />
      )}
      {rehearsing.data && !saving.data && <ImportPreview {...rehearsing.data} status={target.status} />}
      <RecentImports />
    </div>
  )
}

/** Can't be the id of a step: those are slugs. */
const NEW_STEP = '+'

/** The step of the chosen path that the questions are added to: an existing one, or a new one by its title. */
function StepField({
  pathId,
  step,
  newStep,
  disabled,
  onChange,
}: {
  pathId: string
  step: string
  newStep: string
  disabled: boolean
  onChange: (part: { step?: string; newStep?: string }) => void
}) {
  const bulk = useBulkMessages()
  const { data: steps = [] } = useQuery({
    queryKey: adminKey('places', 'steps', pathId),
    queryFn: async ({ signal }) =>
      (await adminApi.get(`/api/learning-paths/${pathId}`, { signal })).data.steps,
  })
  return (
    <>
      <SelectField
        label={bulk.step}
        value={step}
        disabled={disabled}
        onChange={(event) => onChange({ step: event.target.value })}
        choices={[
          { value: '', label: bulk.noStep },
          ...steps.map(({ id, title }) => ({ value: id, label: title })),
          ...(steps.length < PATH_STEPS ? [{ value: NEW_STEP, label: bulk.newStep }] : []),
        ]}
      />
      {step === NEW_STEP && (
        <TextField
          label={bulk.newStepTitle}
          dir="auto"
          maxLength={200}
          disabled={disabled}
          value={newStep}
          onChange={(event) => onChange({ newStep: event.target.value })}
        />
      )}
    </>
  )
}

function Guide() {
  const bulk = useBulkMessages()
  const format = useFormat()
  return (
    <section aria-labelledby="bulk-guide" className={styles.guide}>
      <h3 id="bulk-guide">{bulk.guideTitle}</h3>
      <ol className={classNames('plain-list', styles.steps)}>
        {bulk.guide.map((step, position) => (
          <li key={step.title}>
            <span aria-hidden data-numeric className={styles.number}>
              {format.number(position + 1)}
            </span>
            <span>
              <strong>{step.title}</strong>
              <br />
              {step.text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The result of parsing, before anything is stored. */
function ImportPreview({ read, result, images, status }: ImportCheck & { status: ImportTargets['status'] }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const parsed = result.success + result.skipped
  const added = result.success - result.updated
  const failed = new Set(result.errors.map(({ index }) => index))
  const first = read.rows
    .filter(({ index, question }) => question && !failed.has(index))
    .slice(0, IMPORT_PREVIEW)
  return (
    <section aria-labelledby="bulk-summary" className={styles.section}>
      {parsed > 0 ? (
        <Alert tone="success">{bulk.parsed(parsed, read.fileName ?? bulk.formats[result.format])}</Alert>
      ) : (
        <Alert tone="warning">{bulk.nothing}</Alert>
      )}
      <h3 id="bulk-summary">{bulk.summary}</h3>
      <Stats>
        <Stat label={bulk.toAdd} value={format.number(added)} />
        {result.updated > 0 && <Stat label={bulk.toUpdate} value={format.number(result.updated)} />}
        <Stat label={bulk.duplicates} value={format.number(result.skipped)} />
        <Stat label={bulk.failed} value={format.number(result.failed)} />
        <Stat
          label={bulk.warnings}
          value={format.number(result.warnings.length + (read.notes?.length ?? 0))}
        />
      </Stats>
      <SheetNotes notes={read.notes} />
      {added + result.newNodes.length > 0 && (
        <section aria-label={bulk.willCreate} className={styles.created}>
          <h4>{bulk.willCreate}</h4>
          <ul>
            {added > 0 && <li>{bulk.questionsAs(added, bulk.statuses[status])}</li>}
            {result.newNodes.map(({ kind, name }) => (
              <li key={`${kind} ${name}`}>
                {bulk.newNodes[kind]}: <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {images && <ImportedImages images={images} read={read} />}
      {first.length > 0 && (
        <ol className={styles.titles}>
          {first.map(({ index, title }) => (
            <li key={index} dir="auto">
              <InlineCode text={title} />
            </li>
          ))}
        </ol>
      )}
      {parsed > first.length && <p>{bulk.more(parsed - first.length)}</p>}
      <SideBySide read={read} result={result} />
    </section>
  )
}

/** The images that an import takes, and each that it can't, with the questions that show it. */
function ImportedImages({ images: { notes, taken }, read }: { images: TakenImages; read: ReadSource }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const { common, errors } = useMessages()
  if (taken === 0 && notes.length === 0) return null
  const reason = ({ kind, error, removed = [] }: ImageNote) =>
    kind === 'refused' && error
      ? errors.fromServer(error.code, error.message)
      : bulk.imageNotes[kind](removed.join(common.comma))
  const places = ({ address }: ImageNote) =>
    read.rows
      .filter(({ source }) => source.includes(address))
      .map(({ index }) => bulk.row(format.number(index + 1)))
      .join(common.comma)
  return (
    <section aria-label={bulk.images} className={styles.created}>
      <h4>{bulk.images}</h4>
      <ul>
        <li>{bulk.imagesTaken(taken)}</li>
        {notes.map((note) => (
          <li key={`${note.kind} ${note.address} ${note.name}`}>
            <bdi>{note.name}</bdi>: {reason(note)} {places(note)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Polling interval for the progress of an import. Milliseconds. */
const POLL_INTERVAL = 700

/** The progress of an import, as reported by the server. */
function ImportProgress({ batchId }: { batchId: string }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['admin', 'import', batchId],
    queryFn: async ({ signal }) => {
      try {
        return await readImport(batchId, signal)
      } catch (error) {
        // It hasn't started yet, or is over.
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    // Most imports are over before the first poll.
    initialData: null,
    staleTime: POLL_INTERVAL,
    refetchInterval: POLL_INTERVAL,
    retry: false,
    gcTime: 0,
  })
  const state = data?.state === 'waiting' || data?.state === 'storing' ? data.state : 'reading'
  const total = data?.total ?? null
  return (
    <div className={styles.progress}>
      <progress aria-label={bulk.progress} {...(total !== null && { max: total, value: data?.done ?? 0 })} />
      <p data-numeric>
        {total === null
          ? bulk.states[state]
          : bulk.done(bulk.states[state], format.number(data?.done ?? 0), format.number(total))}
      </p>
    </div>
  )
}
