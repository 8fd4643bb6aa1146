import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { adminApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import type { AudioType } from './api.ts'
import { type AudibleQuestion, audibleQuestionsQuery, uploadAudio } from './api.ts'
import styles from './audio-manager.module.css'
import { FileChoice } from './file-choice.tsx'
import { useAudioMessages } from './messages.en.ts'
import { Player } from './player.tsx'

/** The audio of a learning path's questions: choose, record, upload, replace, delete. */
export function AudioManager() {
  const messages = useAudioMessages()
  const [search, setSearch] = useSearchParams()
  const paths = useQuery(learningPathsQuery)
  const pathId = search.get('path') ?? ''
  const { data: questions, error, isLoading, refetch } = useQuery(audibleQuestionsQuery(pathId))
  const question = questions?.find(({ id }) => id === search.get('question'))
  const withAudio = (questions ?? []).filter(({ audioQuestion, audioAnswer }) => audioQuestion || audioAnswer)

  return (
    <Page title={messages.title} lead={messages.lead}>
      <div className={styles.choice}>
        <SelectField
          label={messages.path}
          value={pathId}
          onChange={(event) => setSearch({ path: event.target.value })}
          choices={[
            { value: '', label: messages.choosePath },
            ...(paths.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={messages.question}
          value={question?.id ?? ''}
          disabled={!questions || questions.length === 0}
          hint={questions && messages.heard(withAudio.length, questions.length)}
          onChange={(event) => setSearch({ path: pathId, question: event.target.value })}
          choices={[
            { value: '', label: messages.chooseQuestion },
            ...(questions ?? []).map((one) => ({ value: one.id, label: labelOf(one) })),
          ]}
        />
      </div>
      {paths.isError && !paths.data && (
        <LoadFailed error={paths.error} onRetry={() => void paths.refetch()} />
      )}
      {isLoading && <Skeleton heights={[4, 10]} />}
      {error && !questions && (
        <LoadFailed title={messages.questionsFailed} error={error} onRetry={() => void refetch()} />
      )}
      {questions?.length === 0 && <EmptyState title={messages.none} text={messages.noneText} />}
      {!question && !isLoading && !error && questions?.length !== 0 && (
        <EmptyState
          title={questions ? messages.beginQuestion : messages.beginPath}
          text={messages.beginText}
        />
      )}
      {question && (
        <>
          <section aria-labelledby="heard-question" className={styles.question}>
            <h2 id="heard-question" dir="auto">
              {question.title}
            </h2>
            <Markdown text={question.content} />
          </section>
          <div className={styles.panels}>
            {(['question', 'answer'] as const).map((type) => (
              <AudioPanel key={`${question.id} ${type}`} pathId={pathId} question={question} type={type} />
            ))}
          </div>
        </>
      )}
    </Page>
  )
}

/** The title, with a mark for the existing audio. */
const labelOf = ({ title, audioQuestion, audioAnswer }: AudibleQuestion): string =>
  `${audioQuestion ? '●' : '○'}${audioAnswer ? '●' : '○'} ${title}`

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** The current audio of the question or the answer, and its replacement. */
function AudioPanel({
  pathId,
  question,
  type,
}: {
  pathId: string
  question: AudibleQuestion
  type: AudioType
}) {
  const messages = useAudioMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { upload, remove, progress, wasCanceled, cancel } = useAudioWrites(pathId, question, type)
  const [file, setFile] = useState<File>()
  const [asked, setAsked] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const { title, failed, done, send } = messages.types[type]
  const present = type === 'question' ? question.audioQuestion : question.audioAnswer

  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setAsked(false)
    upload.reset()
  }
  const start = () => {
    setAsked(true)
    if (file) upload.mutate(file, { onSuccess: () => setFile(undefined) })
  }

  return (
    <section aria-label={title} className={styles.panel}>
      <h3>{title}</h3>
      {present ? (
        <div className={styles.present}>
          <Player
            key={present}
            address={present}
            label={title}
            read={async () => (await fetch(present)).arrayBuffer()}
          />
          <Button variant="danger" size="small" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden size={16} />
            {common.delete}
          </Button>
        </div>
      ) : (
        <p className={styles.note}>{messages.nothingYet}</p>
      )}
      <FileChoice label={messages.types[type].choose} disabled={upload.isPending} onChoose={choose} />
      {file && (
        <ChosenSound
          key={`${file.name} ${file.lastModified}`}
          file={file}
          onDiscard={() => choose(undefined)}
        />
      )}
      {asked && !file && !upload.isSuccess && <Alert tone="error">{messages.missing}</Alert>}
      {upload.isPending && (
        <div className={styles.progress}>
          <Meter label={messages.progress} value={Math.round(progress * 100)} />
          <Button size="small" onClick={cancel}>
            {common.cancel}
          </Button>
        </div>
      )}
      {upload.isSuccess && <Alert tone="success">{upload.data.message || done}</Alert>}
      {wasCanceled && <Alert tone="info">{messages.cancelled}</Alert>}
      {upload.isError && !wasCanceled && (
        <Alert tone="error" title={failed}>
          {errorText(upload.error, messages.unexpected)}
        </Alert>
      )}
      {remove.isError && (
        <Alert tone="error" title={messages.deleteFailed}>
          {errorText(remove.error, messages.unexpected)}
        </Alert>
      )}
      <Button variant="primary" disabled={upload.isPending} onClick={start} className={styles.send}>
        <Upload aria-hidden size={16} />
        {upload.isPending ? messages.uploading : present ? messages.replace : send}
      </Button>
      {deleting && present && (
        <Suspense>
          <ConfirmDialog
            title={messages.deleteTitle}
            text={messages.deleteConfirm(title, question.title)}
            confirmLabel={common.delete}
            cancelLabel={common.cancel}
            pending={remove.isPending}
            onCancel={() => setDeleting(false)}
            onConfirm={() => remove.mutate(present, { onSettled: () => setDeleting(false) })}
          />
        </Suspense>
      )}
    </section>
  )
}

/** The chosen or recorded audio, to play before uploading. */
function ChosenSound({ file, onDiscard }: { file: File; onDiscard: () => void }) {
  const messages = useAudioMessages()
  const format = useFormat()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <div className={styles.chosen}>
      <p>
        <bdi>{file.name}</bdi>{' '}
        <small data-numeric>{messages.kilobytes(format.decimal(file.size / 1_000))}</small>
      </p>
      {address && <Player address={address} label={file.name} read={() => file.arrayBuffer()} />}
      <Button size="small" variant="ghost" onClick={onDiscard}>
        {messages.discard}
      </Button>
    </div>
  )
}

/** Uploads and deletes the audio of one question. */
function useAudioWrites(pathId: string, { id }: AudibleQuestion, type: AudioType) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const cancellation = useRef<AbortController>(null)
  const field = type === 'question' ? 'audioQuestion' : 'audioAnswer'
  const isNow = (url: string | null) =>
    queryClient.setQueryData(audibleQuestionsQuery(pathId).queryKey, (questions) =>
      questions?.map((question) => (question.id === id ? { ...question, [field]: url } : question)),
    )

  const upload = useMutation({
    mutationFn: (file: File) => {
      const controller = new AbortController()
      cancellation.current = controller
      setProgress(0)
      return uploadAudio(
        { file, questionId: id, type },
        { onProgress: setProgress, signal: controller.signal },
      )
    },
    onSuccess: ({ url }) => isNow(url),
  })
  const remove = useMutation({
    mutationFn: (audioUrl: string) => adminApi.delete('/api/audio/upload', { body: { audioUrl } }),
    onSuccess: () => isNow(null),
  })
  const wasCanceled = upload.error instanceof DOMException && upload.error.name === 'AbortError'
  return { upload, remove, progress, wasCanceled, cancel: () => cancellation.current?.abort() }
}
