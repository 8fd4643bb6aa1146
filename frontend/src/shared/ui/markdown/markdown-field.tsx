import { Bold, Code, Eye, Link2, SquareCode } from 'lucide-react'
import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  useDeferredValue,
  useRef,
  useState,
} from 'react'
import { IconButton } from '../button.tsx'
import { TextAreaField } from '../fields.tsx'
import { useMarkdownFieldMessages } from './field-messages.en.ts'
import { Markdown } from './markdown.tsx'
import styles from './markdown-field.module.css'

const formats = { bold: Bold, code: Code, block: SquareCode, link: Link2 } as const
type Format = keyof typeof formats

/**
 * A Markdown text: it grows with its lines, keeps line breaks, and shows how it renders while one types.
 *
 * @param showsPreview whether the preview is open at first; otherwise its button opens it
 */
export function MarkdownField({
  value,
  onValue,
  rows = 3,
  showsPreview = false,
  ...field
}: Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange' | 'rows' | 'code'> & {
  value: string
  onValue: (value: string) => void
  rows?: number
  showsPreview?: boolean
}) {
  const messages = useMarkdownFieldMessages()
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPreviewed, setPreviewed] = useState(showsPreview)
  const shown = useDeferredValue(value)
  return (
    <div className={styles.editor} style={{ '--rows': rows } as CSSProperties}>
      <TextAreaField
        dir="auto"
        {...field}
        ref={area}
        value={value}
        rows={Math.min(24, Math.max(rows, value.split('\n').length))}
        // A text area has only line feeds: a text with the line breaks of Windows keeps them.
        onChange={({ target }) =>
          onValue(value.includes('\r\n') ? target.value.replace(/\r?\n/g, '\r\n') : target.value)
        }
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
          icon={Eye}
          label={messages.preview}
          tabIndex={-1}
          aria-pressed={isPreviewed}
          onClick={() => setPreviewed(!isPreviewed)}
        />
      </div>
      {isPreviewed && hasMarkup.test(shown) && (
        <section aria-label={messages.previewOf(field.label)} className={styles.preview}>
          <Markdown text={shown} topLevel={4} />
        </section>
      )}
    </div>
  )
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
  area.focus()
  const text = `${before}${selected}${after}`
  // The only way to insert text that Ctrl-Z removes again; without it, the text is at least inserted.
  if (!document.execCommand?.('insertText', false, text)) {
    area.setRangeText(text, from, to)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (format === 'link' && selected !== '')
    area.setSelectionRange(from + text.length - 9, from + text.length - 1)
  else area.setSelectionRange(from + before.length, from + before.length + selected.length)
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
