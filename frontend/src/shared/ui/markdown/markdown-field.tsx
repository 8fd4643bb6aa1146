import { Bold, Code, Eye, ImagePlus, Link2, SquareCode } from 'lucide-react'
import {
  type ClipboardEvent,
  type ComponentProps,
  type CSSProperties,
  type DragEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../button.tsx'
import { TextAreaField } from '../fields.tsx'
import { useMarkdownFieldMessages } from './field-messages.en.ts'
import { keepLineBreaks } from './keep-line-breaks.ts'
import { Markdown } from './markdown.tsx'
import styles from './markdown-field.module.css'

const UploadImage = lazy(() => import('./upload-image-dialog.tsx'))

const formats = { bold: Bold, code: Code, block: SquareCode, link: Link2 } as const
type Format = keyof typeof formats

/**
 * A Markdown text: it grows with its lines, keeps line breaks, and shows how it renders while one types.
 *
 * @param showsPreview whether the preview is open at first; otherwise its button opens it
 * @param render shows the text in the preview, if not as `Markdown`
 */
export function MarkdownField({
  value,
  onValue,
  rows = 3,
  showsPreview = false,
  render = plainMarkdown,
  ...field
}: Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange' | 'rows' | 'code'> & {
  value: string
  onValue: (value: string) => void
  rows?: number
  showsPreview?: boolean
  render?: (text: string) => ReactNode
}) {
  const messages = useMarkdownFieldMessages()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreviewed, setPreviewed] = useState(showsPreview)
  const shown = useDeferredValue(value)
  const images = useImages(area)
  return (
    <div className={styles.editor} style={{ '--rows': rows } as CSSProperties}>
      <TextAreaField
        dir="auto"
        {...field}
        ref={area}
        {...images.handlers}
        value={value}
        rows={Math.min(24, Math.max(rows, value.split('\n').length))}
        onChange={({ target }) => onValue(keepLineBreaks(value, target.value))}
      />
      <div
        role="toolbar"
        aria-label={messages.format(field.label)}
        className={styles.toolbar}
        onKeyDown={moveByArrows}
      >
        {(Object.keys(formats) as Format[]).map((format, position) => (
          <IconButton
            key={format}
            icon={formats[format]}
            label={messages[format]}
            tabIndex={position === 0 ? 0 : -1}
            disabled={field.disabled}
            onClick={() => area.current && apply(format, area.current)}
          />
        ))}
        <IconButton
          icon={ImagePlus}
          label={messages.image}
          tabIndex={-1}
          disabled={field.disabled}
          onClick={() => images.add([])}
        />
        <IconButton
          icon={Eye}
          label={messages.preview}
          tabIndex={-1}
          aria-pressed={isPreviewed}
          onClick={() => setPreviewed(!isPreviewed)}
        />
      </div>
      {isPreviewed && hasMarkup.test(shown) && (
        <section aria-label={messages.previewOf(field.label)} className={styles.preview}>
          {render(shown)}
        </section>
      )}
      {images.files && (
        <Suspense>
          <UploadImage
            // Each file has its own description.
            key={images.files.length}
            file={images.files[0]}
            onClose={() => images.close()}
            onUploaded={images.insert}
          />
        </Suspense>
      )}
    </div>
  )
}

const plainMarkdown = (text: string) => <Markdown text={text} topLevel={4} />

/** Milliseconds. */
const FOCUS_RETURN = 50

/** Images that are chosen, pasted or dropped: each is described and uploaded, then its Markdown is inserted. */
function useImages(area: RefObject<HTMLTextAreaElement | null>) {
  const [files, setFiles] = useState<readonly File[]>()
  const inserted = useRef('')
  useEffect(() => {
    if (files !== undefined || inserted.current === '') return
    // Until the closed dialog has returned the focus, the text can't have it.
    const timer = setTimeout(() => {
      if (area.current) insertText(area.current, inserted.current)
      inserted.current = ''
    }, FOCUS_RETURN)
    return () => clearTimeout(timer)
  }, [files, area])
  const add = (given: readonly File[]) => setFiles(given)
  const close = () => setFiles(undefined)
  const take = (event: { preventDefault: () => void }, data: DataTransfer) => {
    const images = [...data.files].filter(({ type }) => type.startsWith('image/'))
    if (images.length === 0) return
    event.preventDefault()
    add(images)
  }
  return {
    files,
    add,
    close,
    insert: (markdown: string) => {
      inserted.current += inserted.current === '' ? markdown : `\n\n${markdown}`
      const rest = files?.slice(1) ?? []
      setFiles(rest.length > 0 ? rest : undefined)
    },
    handlers: {
      onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
      onDrop: (event: DragEvent) => take(event, event.dataTransfer),
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      },
    },
  }
}

/** A text that renders as it was typed needs no preview. */
const hasMarkup = /[`*_[#>|~]|\n/

/** The toolbar is one stop of the Tab key. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const isForward =
    (getComputedStyle(event.currentTarget).direction === 'rtl') === (event.key === 'ArrowLeft')
  const at = buttons.indexOf(event.target as HTMLButtonElement) + (isForward ? 1 : -1)
  event.preventDefault()
  buttons.at(at % buttons.length)?.focus()
}

/** Formats the selected text, as one step of the browser's undo. */
function apply(format: Format, area: HTMLTextAreaElement): void {
  const { value, selectionStart: from, selectionEnd: to } = area
  const selected = value.slice(from, to)
  const [before, after] = marksOf(format, selected, value.slice(0, from), value.slice(to))
  const text = `${before}${selected}${after}`
  insertText(area, text)
  if (format === 'link' && selected !== '')
    area.setSelectionRange(from + text.length - 9, from + text.length - 1)
  else area.setSelectionRange(from + before.length, from + before.length + selected.length)
}

/** Replaces the selected text. */
function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus()
  // The only way to insert text that Ctrl-Z removes again; without it, the text is at least inserted.
  if (document.execCommand?.('insertText', false, text)) return
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

/** What comes before and after the selected text. */
function marksOf(format: Format, selected: string, textBefore: string, textAfter: string): [string, string] {
  const longest = Math.max(0, ...(selected.match(/`+/g) ?? []).map(({ length }) => length))
  switch (format) {
    case 'bold':
      return ['**', '**']
    case 'code': {
      const ticks = '`'.repeat(longest + 1)
      return longest > 0 ? [`${ticks} `, ` ${ticks}`] : [ticks, ticks]
    }
    case 'block': {
      const fence = '`'.repeat(Math.max(3, longest + 1))
      const startsLine = textBefore === '' || textBefore.endsWith('\n')
      const endsLine = textAfter === '' || textAfter.startsWith('\n')
      return [`${startsLine ? '' : '\n'}${fence}\n`, `\n${fence}${endsLine ? '' : '\n'}`]
    }
    case 'link':
      return ['[', '](https://)']
  }
}
