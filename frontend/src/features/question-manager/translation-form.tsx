import type { QuestionWords, translationReply } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { TYPED_ANSWER } from '@rehearse/contracts/questions/typed-limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { MarkdownField } from '../../shared/ui/markdown/markdown-field.tsx'
import { optionPreview } from '../../shared/ui/markdown/option-markup.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { TextDiff } from './field-diff.tsx'
import { useManagerMessages } from './messages.en.ts'
import styles from './translations.module.css'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

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

/** The texts of a translation by field: `title`, `option:a`, `feedback:a`, `left:a`, `right:a`, `extra:0` … */
type Texts = Readonly<Partial<Record<string, string>>>

interface Row {
  name: string
  label: string
  original: string
  /** The original when it was translated, if it was. */
  before: string | undefined
  max: number
  required: boolean
  /** Plain text on one line. */
  isLine: boolean
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
  const [isDeleting, setDeleting] = useState(false)
  const rows = useRows(detail)
  const missing = rows.filter(({ name, required }) => required && !texts[name]?.trim())
  const errors = wasSent ? Object.fromEntries(missing.map(({ name }) => [name, form.requiredError])) : {}
  const formRef = useFocusFirstError(errors)
  const save = useMutation({
    mutationFn: () => adminApi.put(address(detail.id, 'ar'), { body: bodyOf(detail, texts) }),
    onSuccess: () => done(messages.saved),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'question_changed') onChanged()
    },
  })
  const remove = useMutation({
    mutationFn: () => adminApi.delete(address(detail.id, 'ar')),
    onSuccess: () => done(messages.removed),
    onSettled: () => setDeleting(false),
  })
  const isPending = save.isPending || remove.isPending
  const done = async (message: string) => {
    showToast({ tone: 'success', title: toast.success, message })
    onClose()
    await queryClient.invalidateQueries({ queryKey: [...translationsKey, 'list'] })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    setSent(true)
    if (missing.length === 0) save.mutate()
    else setSide('translation')
  }
  const set = (name: string, text: string) => setTexts({ ...texts, [name]: text })
  const field = (name: string, label: string, maxLength: number) => ({
    ...{ label, maxLength, dir: 'rtl' as const, value: texts[name] ?? '' },
    ...{ disabled: isPending, error: errors[name] },
  })
  return (
    <form ref={formRef} onSubmit={submit} noValidate className={styles.form} data-side={side}>
      {detail.state === 'stale' && <Alert tone="warning">{messages.isStale}</Alert>}
      {save.isError && (
        <Alert tone="error" title={messages.saveFailed}>
          {errorText(save.error)}
        </Alert>
      )}
      {remove.isError && (
        <Alert tone="error" title={messages.removeFailed}>
          {errorText(remove.error)}
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
      {rows.map(({ name, label, original, before, max, isLine }) => (
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
            {isLine ? (
              <TextField {...field(name, label, max)} onChange={({ target }) => set(name, target.value)} />
            ) : (
              <MarkdownField
                {...field(name, label, max)}
                {...(/^(?:option|left):/.test(name) && { render: optionPreview })}
                rows={name === 'content' || name === 'explanation' ? 5 : 1}
                onValue={(text) => set(name, text)}
              />
            )}
          </div>
        </div>
      ))}
      <div className={styles.actions}>
        {/* One that ships with the content has no date, and can only be replaced. */}
        {detail.translated?.changedAt && (
          <Button variant="ghost" disabled={isPending} onClick={() => setDeleting(true)}>
            {messages.remove}
          </Button>
        )}
        <Button onClick={onClose} disabled={isPending}>
          {common.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={save.isPending}>
          {save.isPending ? form.saving : messages.save}
        </Button>
      </div>
      {isDeleting && (
        <Suspense>
          <ConfirmDialog
            title={messages.removeTitle}
            text={messages.removeText}
            confirmLabel={messages.remove}
            cancelLabel={common.cancel}
            pending={remove.isPending}
            onConfirm={() => remove.mutate()}
            onCancel={() => setDeleting(false)}
          />
        </Suspense>
      )}
    </form>
  )
}

/** The fields to translate; an empty one of the original has no translation. */
function useRows({ original, translated }: Detail): Row[] {
  const { form, translations } = useManagerMessages()
  const before = translated ? textsOf(translated.original) : {}
  const letters = new Map(original.options.map(({ id }, place) => [id, String.fromCharCode(97 + place)]))
  const places = new Map(original.pairs?.map(({ id }, place) => [id, place + 1]))
  const label = (name: string) => {
    const [kind = '', id = ''] = name.split(':')
    const letter = letters.get(id) ?? id
    if (kind === 'option') return form.option(letter)
    if (kind === 'feedback') return form.feedback(letter)
    if (kind === 'left') return form.pairLeft(places.get(id) ?? 0)
    if (kind === 'right') return form.pairRight(places.get(id) ?? 0)
    if (kind === 'extra') return translations.extra(Number(id) + 1)
    return form.fields[kind as 'title' | 'content' | 'explanation']
  }
  return Object.entries(textsOf(original)).map(([name, text = '']) => ({
    name,
    label: label(name),
    original: text,
    before: translated ? (before[name] ?? '') : undefined,
    max: maxOf(name),
    required: !name.startsWith('feedback:'),
    isLine: isLine(name),
  }))
}

const isLine = (name: string) => /^(title$|right:|extra:)/.test(name)

function maxOf(name: string): number {
  const [kind] = name.split(':')
  if (kind === 'title') return TEXT_MAX.questionTitle
  if (kind === 'left') return TYPED_ANSWER.left
  if (kind === 'right' || kind === 'extra') return TYPED_ANSWER.text
  return name.includes(':') ? TEXT_MAX.option : 20_000
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
        ...(words.pairs ?? []).flatMap(({ id, left, right }) => [
          [`left:${id}`, left],
          [`right:${id}`, right],
        ]),
        ...(words.extra ?? []).map((text, place) => [`extra:${place}`, text]),
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
    ...(original.pairs && {
      pairs: original.pairs.map(({ id }) => ({ id, left: text(`left:${id}`), right: text(`right:${id}`) })),
    }),
    ...(original.extra && { extra: original.extra.map((_, place) => text(`extra:${place}`)) }),
  }
}
