import type { QuestionWords, translationReply } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { MarkdownField } from '../../shared/ui/markdown/markdown-field.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { TextDiff } from './field-diff.tsx'
import { useManagerMessages } from './messages.en.ts'
import styles from './translations.module.css'

export const translationsKey = ['admin', 'data', 'questions', 'translations']

type Detail = Reply<typeof translationReply>['data']
const address = (id: string, language: string) =>
  `/api/questions/unified/${id}/translations/${language}` as const

/** The Arabic translation of a question beside its original, with what changed since it was translated. */
export function TranslationForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { translations: messages } = useManagerMessages()
  const { common } = useMessages()
  const query = useQuery({
    queryKey: [...translationsKey, 'one', id],
    queryFn: async ({ signal }) => (await adminApi.get(address(id, 'ar'), { signal })).data,
    // Refetch on opening and after a conflict, never while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="translation" className={styles.panel}>
      <header className={styles.header}>
        <h2 id="translation" ref={heading} tabIndex={-1}>
          {messages.formTitle}
        </h2>
        <IconButton icon={X} label={common.close} onClick={onClose} />
      </header>
      <Loading query={query} title={messages.openFailed} heights={[3, 8, 8]} />
      {query.data && <Fields detail={query.data} onChanged={() => void query.refetch()} onClose={onClose} />}
    </section>
  )
}

/** The texts of a translation by field: `title`, `option:a`, `feedback:a` … */
type Texts = Readonly<Partial<Record<string, string>>>

interface Row {
  name: string
  label: string
  original: string
  /** The original when it was translated, if it was. */
  before: string | undefined
  max: number
  required: boolean
}

function Fields({
  detail,
  onChanged,
  onClose,
}: {
  detail: Detail
  /** Called when the question has a newer version. */
  onChanged: () => void
  onClose: () => void
}) {
  const { translations: messages, form } = useManagerMessages()
  const { common, toast } = useMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState<Texts>(() => textsOf(detail.translated?.words))
  const [side, setSide] = useState<'original' | 'translation'>('translation')
  const [wasSent, setSent] = useState(false)
  const rows = useRows(detail)
  const missing = rows.filter(({ name, required }) => required && !texts[name]?.trim())
  const errors = wasSent ? Object.fromEntries(missing.map(({ name }) => [name, form.requiredError])) : {}
  const formRef = useFocusFirstError(errors)
  const save = useMutation({
    mutationFn: () => adminApi.put(address(detail.id, 'ar'), { body: bodyOf(detail, texts) }),
    onSuccess: async () => {
      showToast({ tone: 'success', title: toast.success, message: messages.saved })
      onClose()
      await queryClient.invalidateQueries({ queryKey: [...translationsKey, 'list'] })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'question_changed') onChanged()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    setSent(true)
    if (missing.length === 0) save.mutate()
    else setSide('translation')
  }
  return (
    <form ref={formRef} onSubmit={submit} noValidate className={styles.form} data-side={side}>
      {detail.state === 'stale' && <Alert tone="warning">{messages.isStale}</Alert>}
      {save.isError && (
        <Alert tone="error" title={messages.saveFailed}>
          {errorText(save.error)}
        </Alert>
      )}
      <fieldset className={styles.sides}>
        <legend className="visually-hidden">{messages.side}</legend>
        {(['original', 'translation'] as const).map((name) => (
          <Button key={name} size="small" aria-pressed={side === name} onClick={() => setSide(name)}>
            {messages.sides[name]}
          </Button>
        ))}
      </fieldset>
      {rows.map(({ name, label, original, before, max }) => (
        <div key={name} className={styles.row}>
          <section aria-label={messages.originalOf(label)} className={styles.original}>
            <h3>{messages.originalOf(label)}</h3>
            <p dir="ltr" lang="en">
              {before === undefined || before === original ? (
                original
              ) : (
                <TextDiff before={before} after={original} />
              )}
            </p>
          </section>
          <div className={styles.own} lang="ar">
            <MarkdownField
              label={label}
              dir="rtl"
              value={texts[name] ?? ''}
              rows={name === 'content' || name === 'explanation' ? 5 : 1}
              maxLength={max}
              disabled={save.isPending}
              error={errors[name]}
              onValue={(text) => setTexts({ ...texts, [name]: text })}
            />
          </div>
        </div>
      ))}
      <div className={styles.actions}>
        <Button onClick={onClose} disabled={save.isPending}>
          {common.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={save.isPending}>
          {save.isPending ? form.saving : messages.save}
        </Button>
      </div>
    </form>
  )
}

/** The fields to translate; an empty one of the original has no translation. */
function useRows({ original, translated }: Detail): Row[] {
  const { form } = useManagerMessages()
  const before = translated ? textsOf(translated.original) : {}
  const letters = new Map(original.options.map(({ id }, place) => [id, String.fromCharCode(97 + place)]))
  const label = (name: string) => {
    const [kind = '', id = ''] = name.split(':')
    const letter = letters.get(id) ?? id
    if (kind === 'option') return form.option(letter)
    if (kind === 'feedback') return form.feedback(letter)
    return form.fields[kind as 'title' | 'content' | 'explanation']
  }
  return Object.entries(textsOf(original)).map(([name, text = '']) => ({
    name,
    label: label(name),
    original: text,
    before: translated ? (before[name] ?? '') : undefined,
    max: name === 'title' ? TEXT_MAX.questionTitle : name.includes(':') ? TEXT_MAX.option : 20_000,
    required: !name.startsWith('feedback:'),
  }))
}

const textsOf = (words: QuestionWords | undefined): Texts =>
  words === undefined
    ? {}
    : Object.fromEntries([
        ['title', words.title],
        ['content', words.content],
        ...words.options.flatMap(({ id, text, feedback }) => [
          [`option:${id}`, text],
          ...(feedback ? [[`feedback:${id}`, feedback]] : []),
        ]),
        ...(words.explanation ? [['explanation', words.explanation]] : []),
      ])

function bodyOf({ version, original }: Detail, texts: Texts) {
  const text = (name: string) => texts[name] ?? ''
  return {
    version,
    title: text('title'),
    content: text('content'),
    explanation: original.explanation ? text('explanation') : '',
    options: original.options.map(({ id, feedback }) => {
      const translated = feedback && text(`feedback:${id}`)
      return { id, text: text(`option:${id}`), ...(translated && { feedback: translated }) }
    }),
  }
}
