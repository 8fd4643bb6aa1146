import { useQuery } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { SavedDraftNotes } from '../../shared/admin/draft-notes.tsx'
import { questionStatsQuery } from '../../shared/api/catalog.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import type { LastChange } from './api.ts'
import { readQuestion, useBulkActions, useQuestionWrites } from './api.ts'
import { useManagerMessages } from './messages.en.ts'
import { questionDrafts } from './question-draft.ts'
import styles from './question-form.module.css'
import type { KeyChange, Preview } from './question-form.tsx'
import { QuestionForm } from './question-form.tsx'
import { QuestionList } from './question-list.tsx'
import feedbackStyles from './question-manager.module.css'
import { QuestionVersions } from './question-versions.tsx'

const Discussion = lazy(() => import('../../shared/admin/comments/discussion.tsx'))
const Present = lazy(() => import('../../shared/admin/comments/present.tsx'))

/**
 * All questions on one page. The import panel and the learner's preview are passed in, since they are other features.
 */
export function QuestionManager({
  importPanel,
  preview,
  regradeOffer,
}: {
  importPanel: (close: () => void) => ReactNode
  preview: Preview
  /** Offers to regrade earlier answers after a key has changed. */
  regradeOffer: (question: KeyChange, close: () => void) => ReactNode
}) {
  const messages = useManagerMessages()
  const errorText = useErrorText()
  const { copy } = useQuestionWrites()
  const self = useAdminSelf()
  const { panel, show, close } = usePanel()
  const [problem, setProblem] = useState<{ title: string; text: string }>()
  const [lastChange, setLastChange] = useState<LastChange>()
  const [keyChange, setKeyChange] = useState<KeyChange>()
  const failed = (title: string, error: unknown) => setProblem({ title, text: errorText(error, title) })
  const edit = (target: string | null) => show(target ? { kind: 'edit', id: target } : { kind: 'create' })

  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <>
          {managesContent(self) && (
            <Button aria-expanded={panel.kind === 'import'} onClick={() => show({ kind: 'import' })}>
              <Upload aria-hidden size={16} />
              {messages.bulkImport}
            </Button>
          )}
          <Button
            variant="primary"
            aria-expanded={panel.kind === 'create'}
            onClick={() => show({ kind: 'create' })}
          >
            <Plus aria-hidden size={16} />
            {messages.add}
          </Button>
        </>
      }
    >
      <StatCards />
      {panel.kind === 'import' && managesContent(self) && importPanel(close)}
      {keyChange && (
        <Fragment key={keyChange.version}>{regradeOffer(keyChange, () => setKeyChange(undefined))}</Fragment>
      )}
      {panel.kind === 'create' && (
        <QuestionEditor key="create" target={null} preview={preview} onClose={close} />
      )}
      {panel.kind === 'edit' && (
        <QuestionEditor
          key={panel.id}
          target={panel.id}
          preview={preview}
          onClose={close}
          onKeyChanged={setKeyChange}
        />
      )}
      {panel.kind === 'versions' && <QuestionVersions key={panel.id} id={panel.id} onClose={close} />}
      {panel.kind === 'none' && (
        <SavedDraftNotes
          store={questionDrafts}
          titleOf={({ title }) => title}
          newText={messages.unsavedNew}
          onResume={edit}
        />
      )}
      <QuestionList
        onAdd={() => edit(null)}
        onEdit={({ id }) => edit(id)}
        onVersions={({ id }) => show({ kind: 'versions', id })}
        onCopy={(question) =>
          copy.mutate(question, {
            onSuccess: ({ data }) => edit(data.id),
            onError: (error) => failed(messages.copyFailed, error),
          })
        }
        onChanged={(change) => {
          setProblem(undefined)
          setLastChange(change)
        }}
        onFailed={failed}
      />
      <div className={feedbackStyles.feedback}>
        {problem && (
          <Alert tone="error" title={problem.title} onDismiss={() => setProblem(undefined)}>
            {problem.text}
          </Alert>
        )}
        {lastChange && (
          <LastChangeNote
            key={JSON.stringify(lastChange.undo)}
            change={lastChange}
            onDismiss={() => setLastChange(undefined)}
          />
        )}
      </div>
    </Page>
  )
}

function StatCards() {
  const manager = useManagerMessages()
  const format = useFormat()
  const { data: stats } = useQuery(questionStatsQuery)
  const shownCount = (value: number | undefined) => (value === undefined ? '–' : format.number(value))
  return (
    <Stats>
      <Stat label={manager.total} value={shownCount(stats?.totalQuestions)} />
      <Stat label={manager.active} value={shownCount(stats?.activeQuestions)} />
      <Stat label={manager.inactive} value={shownCount(stats?.inactiveQuestions)} />
      <Stat label={manager.avgDifficulty} value={stats ? format.decimal(stats.averageDifficulty) : '–'} />
    </Stats>
  )
}

/** The form for a new question (`target` null), or for the latest version of an existing one. */
export function QuestionEditor({
  target,
  preview,
  onClose,
  onKeyChanged,
}: {
  target: string | null
  preview: Preview
  onClose: () => void
  onKeyChanged?: (change: KeyChange) => void
}) {
  const { form: messages } = useManagerMessages()
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'editor', target],
    queryFn: ({ signal }) => readQuestion(target ?? '', signal),
    enabled: target !== null,
    // Refetch on opening, never while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (target === null) return <QuestionForm preview={preview} onClose={onClose} />
  if (data) {
    // A changed status is a new version, on which the form starts again; typed text is kept as a draft.
    const refresh = () => void refetch()
    return (
      <>
        <Suspense>
          <Present kind="questions" entryId={data.id} />
        </Suspense>
        <QuestionForm
          key={data.version}
          question={data}
          preview={preview}
          onClose={onClose}
          onKeyChanged={onKeyChanged}
          onStatusChanged={refresh}
        />
        <Suspense>
          <Discussion kind="questions" entryId={data.id} />
        </Suspense>
      </>
    )
  }
  return (
    <section aria-label={messages.editTitle} className={styles.panel}>
      {error ? (
        <LoadFailed title={messages.openFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton heights={[2, 3, 8, 12]} />
      )}
    </section>
  )
}

/** Reports the last bulk action and can undo it. Stays until dismissed, so there is no time pressure. */
function LastChangeNote({ change, onDismiss }: { change: LastChange; onDismiss: () => void }) {
  const messages = useManagerMessages()
  const errorText = useErrorText()
  const { errors } = useMessages()
  const { undo } = useBulkActions()
  const message = change.deleted ? messages.deleted(change.changed) : messages.changed(change.changed)
  return (
    <div className={feedbackStyles.note}>
      {undo.isError && (
        <Alert tone="error" title={messages.undoFailed}>
          {errorText(undo.error)}
        </Alert>
      )}
      {undo.data ? (
        <Alert tone={undo.data.kept > 0 ? 'warning' : 'success'} onDismiss={onDismiss}>
          <p>{messages.undone(undo.data.reverted)}</p>
          {undo.data.kept > 0 && <p>{messages.undoSkipped(undo.data.kept)}</p>}
        </Alert>
      ) : (
        <Alert
          tone="success"
          onDismiss={onDismiss}
          action={
            change.changed > 0 && (
              <Button size="small" pending={undo.isPending} onClick={() => undo.mutate(change)}>
                {undo.isPending ? messages.undoing : messages.undo}
              </Button>
            )
          }
        >
          <p>{message}</p>
          {change.notChanged > 0 && <p>{messages.notChanged(change.notChanged)}</p>}
          {change.reasons?.map((reason) => (
            <p key={reason}>{errors.serverText(reason)}</p>
          ))}
        </Alert>
      )}
    </div>
  )
}

type Panel =
  | { kind: 'none' }
  | { kind: 'create' }
  | { kind: 'import' }
  | { kind: 'edit'; id: string }
  | { kind: 'versions'; id: string }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The open panel above the list, in the URL, so that a reload or a link opens it again. */
function usePanel() {
  const [search, setSearch] = useSearchParams()
  const opener = useRef<Element>(null)
  const panel = readPanel(search.get('open'))
  const closed = panel.kind === 'none'

  // After closing a panel, return the focus to the element that opened it.
  useEffect(() => {
    if (!closed || !(opener.current instanceof HTMLElement) || !opener.current.isConnected) return
    opener.current.focus()
    opener.current = null
  }, [closed])

  const show = (next: Panel) => {
    if (closed) opener.current = document.activeElement
    setSearch((before) => {
      const params = new URLSearchParams(before)
      params.delete('comment')
      if (next.kind === 'none') params.delete('open')
      else params.set('open', 'id' in next ? `${next.kind}:${next.id}` : next.kind)
      return params
    })
  }
  return { panel, show, close: () => show({ kind: 'none' }) }
}

function readPanel(text: string | null): Panel {
  const [kind, id = ''] = (text ?? '').split(':')
  if (kind === 'create' || kind === 'import') return { kind }
  if ((kind === 'edit' || kind === 'versions') && uuid.test(id)) return { kind, id }
  return { kind: 'none' }
}
