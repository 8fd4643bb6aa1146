import type { QuestionFormat } from '@rehearse/contracts'
import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import type { TextEncoding } from '@rehearse/contracts/text-encoding'
import { Download } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField, TextAreaField } from '../../shared/ui/fields.tsx'
import { readFile } from './api.ts'
import styles from './bulk-import.module.css'
import { EncodingChoice } from './encoding-choice.tsx'
import { useBulkMessages } from './messages.en.ts'
import { ARCHIVE_MAX, type SourceImage } from './source-images.ts'

/** A text that is typed, pasted, dropped or chosen as a file. If it is too long to edit here, only its name shows. */
export function TextSource({
  mode,
  source,
  disabled,
  onChange,
}: {
  mode: TextMode
  source: Source
  disabled: boolean
  onChange: (source: Source) => void
}) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const file = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)
  const [reading, setReading] = useState(false)
  const long = source.content.length > EDITABLE

  const take = async (chosenFile: File | undefined, encoding?: TextEncoding) => {
    if (!chosenFile || disabled || reading) return
    if (/\.(?:csv|tsv|xlsx)$/i.test(chosenFile.name)) return setProblem(bulk.isSheet)
    const isArchive = /\.zip$/i.test(chosenFile.name)
    const isTooLarge = chosenFile.size > (isArchive ? ARCHIVE_MAX.bytes : IMPORT_BODY_LIMIT)
    setProblem(isTooLarge ? bulk.fileTooLarge : undefined)
    if (isTooLarge) return
    setReading(true)
    try {
      const read = await readFile({ file: chosenFile, encoding })
      if ('refused' in read) return setProblem(bulk.archiveProblems[read.refused])
      onChange(read.encoding ? { ...read, file: chosenFile } : read)
    } catch {
      setProblem(bulk.archiveProblems.unreadable)
    } finally {
      setReading(false)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  /** A text of several megabytes must not enter the field, which would block for seconds. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (text.length <= EDITABLE) return
    event.preventDefault()
    onChange({ ...source, content: text })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of several ways; the button beside does the same
    <div
      className={styles.zone}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {long ? (
        <div className={styles.long}>
          <p>
            <strong dir="auto">{source.fileName ?? bulk.pasted}</strong>{' '}
            {bulk.characters(format.number(source.content.length))}
          </p>
          <Button size="small" disabled={disabled} onClick={() => onChange({ content: '' })}>
            {bulk.takeAway}
          </Button>
        </div>
      ) : (
        <TextAreaField
          label={bulk.labels[mode]}
          code
          rows={12}
          spellCheck={false}
          disabled={disabled}
          value={source.content}
          onPaste={paste}
          onChange={(event) => onChange({ ...source, content: event.target.value })}
        />
      )}
      <div className={styles.tools}>
        <input
          ref={file}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={bulk.fileLabel}
          accept=".md,.markdown,.txt,.json,.gift,.aiken,.xml,.zip,.csv,.tsv,.xlsx,text/*,application/json"
          disabled={disabled}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          size="small"
          disabled={disabled}
          aria-describedby={hint}
          onClick={() => file.current?.click()}
        >
          {reading ? bulk.states.reading : bulk.fileLabel}
        </Button>
        <span id={hint} className={styles.hint}>
          {bulk.fileHint}
        </span>
      </div>
      {source.encoding && source.file && (
        <EncodingChoice
          encoding={source.encoding}
          disabled={disabled}
          onChange={(encoding) => void take(source.file, encoding)}
        >
          <pre dir="auto">{source.content.slice(0, PREVIEW)}</pre>
        </EncodingChoice>
      )}
      {source.images && source.images.length > 0 && (
        <p role="status" className={styles.hint}>
          {bulk.imagesIn(source.images.length)}
        </p>
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {mode === 'any' && (
        <div className={styles.format}>
          <SelectField
            label={bulk.format}
            value={source.format ?? ''}
            disabled={disabled}
            onChange={(event) => {
              const { format: _old, ...rest } = source
              const chosen = event.target.value as NonNullable<Source['format']> | ''
              onChange(chosen === '' ? rest : { ...rest, format: chosen })
            }}
            choices={[
              { value: '', label: bulk.detect },
              ...Object.entries(bulk.formats).map(([value, label]) => ({ value, label })),
            ]}
          />
        </div>
      )}
      <TemplateLinks mode={mode} />
    </div>
  )
}

const templates = {
  json: '/templates/bulk-questions-template.json',
  markdown: '/templates/questions-template.md',
  gift: '/templates/questions-template.gift',
  aiken: '/templates/questions-template.aiken',
  'moodle-xml': '/templates/questions-template.xml',
} as const

/** Template files, in the current format or in all of them; each can be imported unchanged. */
function TemplateLinks({ mode }: { mode: TextMode }) {
  const bulk = useBulkMessages()
  const formats = mode === 'any' ? (Object.keys(templates) as (keyof typeof templates)[]) : [mode]
  return (
    <p className={styles.templates}>
      {formats.map((format) => (
        <a key={format} href={templates[format]} download>
          <Download aria-hidden size={16} />
          {mode === 'any' ? bulk.templateOf(bulk.formats[format]) : bulk.template}
        </a>
      ))}
    </p>
  )
}

/** A text to parse questions from: typed, pasted or from a file. */
interface Source {
  content: string
  fileName?: string
  /** The images that its file brought along. */
  images?: readonly SourceImage[]
  /** The format to read it as; undefined detects it from the text. */
  format?: QuestionFormat
  /** The encoding that the file was read in, if it isn't Unicode. */
  encoding?: TextEncoding
  file?: File
}

/** Characters that show whether an encoding is right. */
const PREVIEW = 500

export type TextMode = 'json' | 'markdown' | 'any'
export type Sources = Record<TextMode, Source>

export const emptySources: Sources = {
  json: { content: '' },
  markdown: { content: '' },
  any: { content: '' },
}

/** Two of the modes fix the format; the third detects it unless the admin chooses one. */
export const formatOf = (mode: TextMode | 'form' | 'sheet', source: Source): QuestionFormat | undefined =>
  mode === 'json' || mode === 'markdown' ? mode : source.format

/** Characters that a text field can hold without slowing down the page. */
const EDITABLE = 300_000
