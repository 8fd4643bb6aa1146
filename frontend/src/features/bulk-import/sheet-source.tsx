import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { useId, useRef, useState } from 'react'
import {
  headerOf,
  mapColumns,
  questionsOf,
  type SheetField,
  type SheetQuestion,
  sheetFields,
} from '../../shared/admin/question-sheet.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { readCells, type SheetLoad } from './api.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './messages.en.ts'
import type { SheetProblem } from './sheet-worker.ts'
import type { SourceRow } from './source-rows.ts'

/** A sheet and what its columns mean. */
export interface Sheet {
  fileName: string
  rows: string[][]
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

  const take = async (chosen: File | undefined) => {
    if (!chosen || disabled || reading) return
    onChange(undefined)
    if (chosen.size > IMPORT_BODY_LIMIT) return setProblem('too-large')
    setProblem(undefined)
    setReading(true)
    try {
      const reply = await readCells(chosen)
      if ('refused' in reply) setProblem(reply.refused)
      else onChange({ fileName: chosen.name, rows: reply.rows, mapping: mapColumns(reply.rows[0] ?? []) })
    } catch {
      setProblem('unreadable')
    } finally {
      setReading(false)
    }
  }
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
            <strong dir="auto">{sheet.fileName}</strong> {bulk.sheetRows(Math.max(0, sheet.rows.length - 1))}
          </p>
          <fieldset className={styles.mapping} disabled={disabled}>
            <legend>{bulk.mapping}</legend>
            {(sheet.rows[0] ?? []).map((header, column) => (
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

/** The first value of a column, cut. */
const sampleOf = ({ rows }: Sheet, column: number) =>
  rows
    .slice(1)
    .find((row) => row[column]?.trim())
    ?.[column]?.slice(0, 40)

/** The questions of a sheet, for the bulk endpoint and for the comparison with the sheet's rows. */
export function loadOf(
  { fileName, rows, mapping }: Sheet,
  section: { id: string; name: string } | undefined,
): SheetLoad {
  const { questions, places } = questionsOf(rows, mapping)
  const filed = section
    ? { category: section.name, subcategory: section.name, learningPath: section.id, sectionId: section.id }
    : {}
  const cellsOf = (place: number) =>
    (rows[place - 1] ?? []).map((cell, column) => `${rows[0]?.[column] ?? ''}: ${cell}`).join('\n')
  return {
    fileName,
    places,
    questions: questions.map((question) => ({ ...filed, ...question })),
    read: {
      format: 'json',
      fileName,
      rows: questions.map((question, index) => {
        const line = places[index] ?? 0
        const read = understoodOf({ ...filed, ...question })
        return { index, line, title: question.title, source: cellsOf(line), question: read, warnings: [] }
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
