import { OPTIONS_MAX, OPTIONS_MIN, TEXT_MAX } from '@rehearse/contracts/constants'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Key, Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { OptionMark } from '../../shared/admin/option-mark.tsx'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { LibraryLocale } from '../../shared/ui/library-locale.tsx'
import { MarkdownField } from '../../shared/ui/markdown/markdown-field.tsx'
import { optionPreview } from '../../shared/ui/markdown/option-markup.tsx'
import tabs from '../../shared/ui/tabs.module.css'
import styles from './bulk-import.module.css'
import type { FormQuestion } from './form-questions.ts'
import { emptyFormOption, emptyFormQuestion, markOption, optionLetter } from './form-questions.ts'
import { useBulkMessages } from './messages.en.ts'
import type { Sources, TextMode } from './text-source.tsx'
import { TextSource } from './text-source.tsx'

export type Mode = 'form' | 'sheet' | TextMode

const modes = ['form', 'json', 'markdown', 'sheet', 'any'] as const

/** The input methods: a form, JSON, Markdown, or any file. Each keeps its input. */
export function ModeTabs({
  mode,
  sources,
  questions,
  sheetSource,
  disabled,
  onMode,
  onSources,
  onQuestions,
}: {
  mode: Mode
  sources: Sources
  questions: readonly FormQuestion[]
  sheetSource: ReactNode
  disabled: boolean
  onMode: (mode: Mode) => void
  onSources: (sources: Sources) => void
  onQuestions: (questions: FormQuestion[]) => void
}) {
  const bulk = useBulkMessages()
  return (
    <LibraryLocale>
      <Tabs
        selectedKey={mode}
        isDisabled={disabled}
        onSelectionChange={(key: Key) => {
          const next = modes.find((one) => one === key)
          if (next && next !== mode) onMode(next)
        }}
      >
        <TabList aria-label={bulk.mode} className={tabs.list ?? ''}>
          {modes.map((one) => (
            <Tab key={one} id={one} className={tabs.tab ?? ''}>
              {bulk.modes[one]}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="form" className={styles.tabsPanel ?? ''}>
          <FormInput questions={questions} disabled={disabled} onChange={onQuestions} />
        </TabPanel>
        <TabPanel id="sheet" className={styles.tabsPanel ?? ''}>
          {sheetSource}
        </TabPanel>
        {(['json', 'markdown', 'any'] as const).map((one) => (
          <TabPanel key={one} id={one} className={styles.tabsPanel ?? ''}>
            <TextSource
              mode={one}
              source={sources[one]}
              disabled={disabled}
              onChange={(source) => onSources({ ...sources, [one]: source })}
            />
          </TabPanel>
        ))}
      </Tabs>
    </LibraryLocale>
  )
}

/** A form for several questions. */
function FormInput({
  questions,
  disabled,
  onChange,
}: {
  questions: readonly FormQuestion[]
  disabled: boolean
  onChange: (questions: FormQuestion[]) => void
}) {
  const { form: messages } = useBulkMessages()
  return (
    <div className={styles.questions}>
      {questions.map((question, position) => (
        <FormQuestionFields
          key={question.key}
          question={question}
          number={position + 1}
          disabled={disabled}
          removable={questions.length > 1}
          onChange={(next) => onChange(questions.map((one) => (one.key === next.key ? next : one)))}
          onRemove={() => onChange(questions.filter((one) => one.key !== question.key))}
        />
      ))}
      <Button
        variant="ghost"
        className={styles.add}
        disabled={disabled}
        onClick={() => disabled || onChange([...questions, emptyFormQuestion()])}
      >
        <Plus aria-hidden size={16} />
        {messages.addQuestion}
      </Button>
    </div>
  )
}

/** One question of the form. */
function FormQuestionFields({
  question,
  number,
  disabled,
  removable,
  onChange,
  onRemove,
}: {
  question: FormQuestion
  number: number
  disabled: boolean
  removable: boolean
  onChange: (question: FormQuestion) => void
  onRemove: () => void
}) {
  const { form: messages } = useBulkMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  const markdown = (name: 'content' | 'explanation') => ({
    value: question[name],
    onValue: (text: string) => onChange({ ...question, [name]: text }),
  })
  const changeOptions = (options: FormQuestion['options']) => onChange({ ...question, options })
  return (
    <fieldset disabled={disabled} className={styles.question}>
      <legend className={styles.legend}>{messages.question(format.number(number))}</legend>
      {removable && (
        <IconButton
          icon={Trash2}
          label={messages.removeQuestion(format.number(number))}
          className={styles.remove}
          onClick={onRemove}
        />
      )}
      <TextField
        label={messages.title}
        maxLength={TEXT_MAX.questionTitle}
        value={question.title}
        dir="auto"
        onChange={({ target }) => onChange({ ...question, title: target.value })}
      />
      <MarkdownField label={messages.content} hint={messages.markdownHint} {...markdown('content')} />
      <div className={styles.row}>
        <SelectField
          label={messages.type}
          value={question.type}
          onChange={(event) =>
            onChange({ ...question, ...onlyFirstRight(question, event.target.value as FormQuestion['type']) })
          }
          choices={[
            { value: 'multiple-choice', label: messages.multipleChoice },
            { value: 'multiple', label: messages.multiple },
          ]}
        />
        <SelectField
          label={messages.difficulty}
          value={question.difficulty}
          onChange={(event) =>
            onChange({ ...question, difficulty: event.target.value as FormQuestion['difficulty'] })
          }
          choices={(['beginner', 'intermediate', 'advanced'] as const).map((level) => ({
            value: level,
            label: difficulty[level],
          }))}
        />
      </div>
      <fieldset className={styles.options}>
        <legend className={styles.optionsLegend}>{messages.options}</legend>
        {question.options.map((option, position) => {
          const letter = optionLetter(position)
          return (
            <div key={option.key} className={styles.option}>
              <OptionMark
                type="checkbox"
                letter={letter}
                label={messages.optionCorrect(letter)}
                checked={option.isCorrect}
                onChange={(event) => onChange(markOption(question, option.key, event.target.checked))}
              />
              <MarkdownField
                label={messages.option(letter)}
                hideLabel
                placeholder={messages.option(letter)}
                maxLength={TEXT_MAX.option}
                rows={1}
                render={optionPreview}
                value={option.text}
                onValue={(text) =>
                  changeOptions(
                    question.options.map((one) => (one.key === option.key ? { ...one, text } : one)),
                  )
                }
              />
              <IconButton
                icon={Trash2}
                label={messages.removeOption(letter)}
                disabled={question.options.length <= OPTIONS_MIN}
                onClick={() => changeOptions(question.options.filter((one) => one.key !== option.key))}
              />
            </div>
          )
        })}
        {question.options.length < OPTIONS_MAX && (
          <Button
            variant="ghost"
            className={styles.add}
            onClick={() => changeOptions([...question.options, emptyFormOption()])}
          >
            <Plus aria-hidden size={16} />
            {messages.addOption}
          </Button>
        )}
      </fieldset>
      <MarkdownField label={messages.explanation} optional rows={2} {...markdown('explanation')} />
    </fieldset>
  )
}

/** If only one correct option is allowed, the first marked one stays. */
function onlyFirstRight({ options }: FormQuestion, type: FormQuestion['type']) {
  if (type === 'multiple') return { type }
  const first = options.findIndex(({ isCorrect }) => isCorrect)
  return { type, options: options.map((option, position) => ({ ...option, isCorrect: position === first })) }
}
