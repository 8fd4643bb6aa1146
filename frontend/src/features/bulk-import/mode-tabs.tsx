import { type Key, Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { LibraryLocale } from '../../shared/ui/library-locale.tsx'
import tabs from '../../shared/ui/tabs.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { FormInput } from './form/form-input.tsx'
import type { FormQuestion } from './form/form-questions.ts'
import styles from './mode-tabs.module.css'
import type { Sources, TextMode } from './sources.ts'
import { TextSource } from './text-source.tsx'

export type Mode = 'form' | TextMode

const modes = ['form', 'json', 'markdown', 'any'] as const

/** The ways in: a form, JSON, Markdown, or whatever a file holds. Each keeps what was put into it. */
export function ModeTabs({
  mode,
  sources,
  questions,
  disabled,
  onMode,
  onSources,
  onQuestions,
}: {
  mode: Mode
  sources: Sources
  questions: readonly FormQuestion[]
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
        <TabPanel id="form" className={styles.panel ?? ''}>
          <FormInput questions={questions} disabled={disabled} onChange={onQuestions} />
        </TabPanel>
        {(['json', 'markdown', 'any'] as const).map((one) => (
          <TabPanel key={one} id={one} className={styles.panel ?? ''}>
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
