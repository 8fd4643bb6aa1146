import type { Question } from '@rehearse/contracts'
import { Plus, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { KeptDraftNotes } from '../../shared/admin/drafts/kept-draft-notes.tsx'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { Page } from '../../shared/ui/page.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import type { Preview } from './editor/preview.ts'
import { questionDrafts } from './editor/question-drafts.ts'
import { QuestionEditor } from './editor/question-editor.tsx'
import { LastChangeNote } from './last-change-note.tsx'
import { useManagerMessages } from './manager-messages.ts'
import { QuestionList } from './question-list.tsx'
import { StatCards } from './stat-cards.tsx'
import type { LastChange } from './use-bulk-actions.ts'
import { usePanel } from './use-panel.ts'
import { QuestionVersions } from './versions/question-versions.tsx'

/**
 * All questions in one place. The import panel and what a learner sees come from outside: they are features of their
 * own.
 */
export function QuestionManager({
  importPanel,
  preview,
}: {
  importPanel: (close: () => void) => ReactNode
  preview: Preview
}) {
  const messages = useManagerMessages()
  const errorText = useErrorText()
  const { panel, show, close } = usePanel()
  const [deleting, setDeleting] = useState<Question>()
  const [fault, setFault] = useState<{ title: string; text: string }>()
  const [lastChange, setLastChange] = useState<LastChange>()
  const failed = (title: string, error: unknown) => setFault({ title, text: errorText(error, title) })
  const edit = (target: string | null) => show(target ? { kind: 'edit', id: target } : { kind: 'create' })

  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <>
          <Button aria-expanded={panel.kind === 'import'} onClick={() => show({ kind: 'import' })}>
            <Upload aria-hidden size={16} />
            {messages.bulkImport}
          </Button>
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
      {panel.kind === 'import' && importPanel(close)}
      {panel.kind === 'create' && (
        <QuestionEditor key="create" target={null} preview={preview} onClose={close} />
      )}
      {panel.kind === 'edit' && (
        <QuestionEditor key={panel.id} target={panel.id} preview={preview} onClose={close} />
      )}
      {panel.kind === 'versions' && <QuestionVersions key={panel.id} id={panel.id} onClose={close} />}
      {panel.kind === 'none' && (
        <KeptDraftNotes
          store={questionDrafts}
          titleOf={({ title }) => title}
          newText={messages.keptNew}
          onResume={edit}
        />
      )}
      {fault && (
        <Alert tone="error" title={fault.title} onDismiss={() => setFault(undefined)}>
          {fault.text}
        </Alert>
      )}
      {lastChange && (
        <LastChangeNote
          key={JSON.stringify(lastChange.undo)}
          change={lastChange}
          onDismiss={() => setLastChange(undefined)}
        />
      )}
      <QuestionList
        onAdd={() => edit(null)}
        onEdit={({ id }) => edit(id)}
        onVersions={({ id }) => show({ kind: 'versions', id })}
        onDelete={setDeleting}
        onChanged={setLastChange}
        onFailed={(error) => failed(messages.bulkFailed, error)}
      />
      {deleting && (
        <DeleteQuestion
          question={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() =>
            setLastChange({ deleted: true, changed: 1, notChanged: 0, undo: { restore: deleting.id } })
          }
          onFailed={(error) => failed(messages.deleteFailed, error)}
        />
      )}
    </Page>
  )
}
