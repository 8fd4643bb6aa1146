import { BODY_LIMIT } from '@rehearse/contracts/constants'
import { printValue, readFrontMatter } from '@rehearse/contracts/front-matter'
import { Download, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { saveFile } from '../../shared/admin/save-file.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import type { DraftItem, Field } from './collection.ts'
import { draftOf, linesOf } from './draft.ts'
import styles from './fields.module.css'
import { useForm } from './list-fields.tsx'
import { useContentMessages } from './messages.en.ts'

interface Outcome {
  tone: 'error' | 'info'
  text: string
}

/** Saves the steps of a learning path as a Markdown file, and reads them from one into the form. */
export function StepsFile({
  fields,
  items,
  onChange,
}: {
  fields: readonly Field[]
  items: readonly DraftItem[]
  onChange: (items: readonly DraftItem[]) => void
}) {
  const messages = useContentMessages()
  const { disabled } = useForm()
  const input = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<Outcome>()
  const save = () => {
    const steps = items.map(({ draft }) => ({
      id: String(draft.id),
      title: String(draft.title),
      summary: String(draft.summary),
      questionIds: draft.questionIds as readonly string[],
      challengeIds: linesOf(String(draft.challengeIds)),
      lesson: String(draft.lesson),
    }))
    saveFile(new Blob([printSteps(steps)], { type: 'text/markdown;charset=utf-8' }), 'steps.md')
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > BODY_LIMIT) return setOutcome({ tone: 'error', text: messages.stepsTooLarge })
    const steps = readSteps(await file.text())
    if (steps.length === 0) return setOutcome({ tone: 'error', text: messages.stepsUnread })
    const before = items.map(({ draft }) => draft.id)
    const after = steps.map(({ id }) => id)
    const added = after.filter((id) => !before.includes(id)).length
    const removed = before.filter((id) => !after.includes(String(id))).length
    setOutcome({ tone: 'info', text: messages.stepsImported({ all: steps.length, added, removed }) })
    onChange(steps.map((step) => ({ key: newId(), draft: draftOf(fields, { ...step }) })))
  }
  return (
    <>
      {outcome && (
        <Alert tone={outcome.tone} onDismiss={() => setOutcome(undefined)}>
          {outcome.text}
        </Alert>
      )}
      <div className={styles.files}>
        <Button size="small" disabled={disabled || items.length === 0} onClick={save}>
          <Download aria-hidden size={16} />
          {messages.saveSteps}
        </Button>
        <Button size="small" disabled={disabled} onClick={() => input.current?.click()}>
          <FileUp aria-hidden size={16} />
          {messages.readSteps}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".md,.markdown,text/markdown"
          aria-label={messages.readSteps}
          tabIndex={-1}
          disabled={disabled}
          onChange={(event) => {
            void read(event.target.files?.[0])
            event.target.value = ''
          }}
          className="visually-hidden"
        />
      </div>
    </>
  )
}

/** A step of a learning path in a Markdown file. */
export interface FileStep {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly questionIds: readonly string[]
  readonly challengeIds: readonly string[]
  readonly lesson: string
}

/** Prints each step as front matter and its lesson, one after the other. */
export const printSteps = (steps: readonly FileStep[]): string => steps.map(printStep).join('')

const printStep = ({ id, title, summary, questionIds, challengeIds, lesson }: FileStep): string =>
  [
    '---',
    `id: ${printValue(id)}`,
    `title: ${printValue(title)}`,
    `summary: ${printValue(summary)}`,
    'questions:',
    ...questionIds.map((question) => `- ${question}`),
    ...(challengeIds.length > 0 ? ['challenges:', ...challengeIds.map((challenge) => `- ${challenge}`)] : []),
    '---',
    '',
    `${lesson.replaceAll(start, '\\$&')}\n\n`,
  ].join('\n')

/** The first line of a step, also where a lesson shows one: there, each has one more backslash. */
const start = /^\\*---(?=\nid: )/gm

/** The steps in a file that `printSteps` made, perhaps edited since; none if it has another form. */
export function readSteps(text: string): FileStep[] {
  const parts = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/^---(?=\nid: )/m)
  const steps = parts.slice(1).map(readStep)
  return parts[0]?.trim() === '' ? steps.filter((step) => step !== undefined) : []
}

function readStep(part: string): FileStep | undefined {
  const read = readFrontMatter(`---${part}`)
  if (read === undefined) return
  const { fields, lists, text } = read
  return {
    id: fields.id ?? '',
    title: fields.title ?? '',
    summary: fields.summary ?? '',
    questionIds: lists.questions ?? [],
    challengeIds: lists.challenges ?? [],
    lesson: text
      .replace(/^\n/, '')
      .replace(/\n{1,2}$/, '')
      .replaceAll(/^\\(?=\\*---\nid: )/gm, ''),
  }
}
