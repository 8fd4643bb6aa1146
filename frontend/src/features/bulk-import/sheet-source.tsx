import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import type { TextEncoding } from '@rehearse/contracts/text-encoding'
import { useId, useRef, useState } from 'react'
import {
  findHeader,
  headerOf,
  mapColumns,
  type SheetField,
  sheetFields,
} from '../../shared/admin/question-sheet.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { readCells, type SheetLoad } from './api.ts'
import styles from './bulk-import.module.css'
import { EncodingChoice } from './encoding-choice.tsx'
import { useBulkMessages } from './messages.en.ts'
import { questionsOf, type SheetQuestion } from './sheet-questions.ts'
import type { ReadCells, SheetProblem } from './sheet-worker.ts'
import type { SourceRow } from './source-rows.ts'

/** A sheet and what its columns mean. */
export interface Sheet extends ReadCells {
  file: File
  /** The index of the row with the column names. */
  header: number
  mapping: (SheetField | null)[]
}

/** A CSV or Excel file, and the field of each of its columns. */
export function SheetSource({
  sheet,
  disabled,
  onChange,
}: {
  sheet: Sheet | undefined
  disabled: boolean
  onChange: (sheet: Sheet | undefined) => void
}) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const file = useRef<HTMLInputElement>(null)
  const hint = useId()
  const [problem, setProblem] = useState<SheetProblem>()
  const [reading, setReading] = useState(false)

  const take = async (chosen: File | undefined, encoding?: TextEncoding) => {
    if (!chosen || disabled || reading) return
    // The choice of an encoding stays while the file is read again.
    if (encoding === undefined) onChange(undefined)
    if (chosen.size > IMPORT_BODY_LIMIT) return setProblem('too-large')
    setProblem(undefined)
    setReading(true)
    try {
      const reply = await readCells({ file: chosen, encoding })
      if ('refused' in reply) return setProblem(reply.refused)
      const header = findHeader(reply.rows)
      onChange({ ...reply, file: chosen, header, mapping: mapColumns(reply.rows[header] ?? []) })
    } catch {
      setProblem('unreadable')
    } finally {
      setReading(false)
    }
  }
  const names = sheet?.rows[sheet.header] ?? []
  return (
    <div className={styles.zone}>
      <div className={styles.tools}>
        <input
          ref={file}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={bulk.sheetFile}
          accept=".csv,.tsv,.xlsx,text/csv"
          disabled={disabled}
          onChange={(event) => {
            void take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <Button
          pending={reading}
          disabled={disabled}
          aria-describedby={hint}
          onClick={() => file.current?.click()}
        >
          {reading ? bulk.states.reading : bulk.sheetFile}
        </Button>
        <span id={hint} className={styles.hint}>
          {bulk.sheetHint}
        </span>
      </div>
      {problem && (
        <p role="alert" className={styles.problem}>
          {bulk.sheetProblems[problem]}
        </p>
      )}
      {sheet && (
        <>
          <p role="status">
            <strong dir="auto">{sheet.file.name}</strong>{' '}
            {bulk.sheetRows(Math.max(0, sheet.rows.length - 1 - sheet.header))}
          </p>
          {sheet.encoding && (
            <EncodingChoice
              encoding={sheet.encoding}
              disabled={disabled}
              onChange={(encoding) => void take(sheet.file, encoding)}
            >
              <SheetPreview rows={sheet.rows} />
            </EncodingChoice>
          )}
          <fieldset className={styles.mapping} disabled={disabled}>
            <legend>{bulk.mapping}</legend>
            {names.map((header, column) => (
              <SelectField
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                key={column}
                label={header.trim() === '' ? bulk.column(format.number(column + 1)) : header}
                hint={sampleOf(sheet, column)}
                value={sheet.mapping[column] ?? ''}
                onChange={({ target }) => {
                  const mapping = sheet.mapping.with(column, (target.value || null) as SheetField | null)
                  onChange({ ...sheet, mapping })
                }}
                choices={[
                  { value: '', label: bulk.notImported },
                  ...sheetFields.map((field) => ({ value: field, label: headerOf(field) })),
                ]}
              />
            ))}
          </fieldset>
        </>
      )}
    </div>
  )
}

/** The first rows of a sheet. */
function SheetPreview({ rows }: { rows: Sheet['rows'] }) {
  return (
    <table>
      <tbody>
        {rows.slice(0, PREVIEW.rows).map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
          <tr key={row}>
            {cells.slice(0, PREVIEW.columns).map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
              <td key={column} dir="auto">
                {cell.slice(0, PREVIEW.characters)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PREVIEW = { rows: 5, columns: 8, characters: 60 }

/** The first value of a column, cut. */
const sampleOf = ({ rows, header }: Sheet, column: number) =>
  rows
    .slice(header + 1)
    .find((row) => row[column]?.trim())
    ?.[column]?.slice(0, 40)

/** The questions of a sheet, for the bulk endpoint and for the comparison with the sheet's rows. */
export function loadOf(
  { file, rows: cells, header, mapping, others, encoding }: Sheet,
  section: { id: string; name: string } | undefined,
): SheetLoad {
  const { rows, notes } = questionsOf(cells, mapping, header)
  const filed = section
    ? { category: section.name, subcategory: section.name, learningPath: section.id, sectionId: section.id }
    : {}
  const sourceOf = (place: number) =>
    (cells[place - 1] ?? []).map((cell, column) => `${cells[header]?.[column] ?? ''}: ${cell}`).join('\n')
  const questions = rows.map(({ question }) => ({ ...filed, ...question }))
  return {
    fileName: file.name,
    rows,
    questions,
    read: {
      format: 'json',
      fileName: file.name,
      notes: [
        ...others.map(({ name, count }) => `The sheet "${name}" is not imported; it has ${count} rows`),
        ...(encoding ? [`The file is neither UTF-8 nor UTF-16; it was read as ${encoding}`] : []),
        ...(encoding && cells.some((row) => row.some((cell) => cell.includes('\ufffd')))
          ? [`Some characters are not valid in ${encoding}`]
          : []),
        ...notes,
      ],
      rows: questions.map((question, index) => {
        const line = rows[index]?.place ?? 0
        const read = understoodOf(question)
        return { index, line, title: question.title, source: sourceOf(line), question: read, warnings: [] }
      }),
    },
  }
}

type Understood = NonNullable<SourceRow['question']>

/** What is shown of a row as it was read: its texts, and which options are correct. */
function understoodOf(question: SheetQuestion): Understood {
  const { title, content, difficulty, category, tags, explanation, options, correctAnswers } =
    question as Partial<Understood> & Pick<Understood, 'title' | 'content'>
  const correct = new Set(correctAnswers)
  return {
    ...{ title, content, difficulty, category, tags, explanation },
    options: options?.map((option) => ({ ...option, isCorrect: correct.has(option.id ?? '') })),
  }
}
