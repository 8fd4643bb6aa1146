import { Download } from 'lucide-react'
import { type Key, Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import { LibraryLocale } from '../../shared/ui/library-locale.tsx'
import tabs from '../../shared/ui/tabs.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { FileSource } from './file-source.tsx'
import type { Source } from './import-calls.ts'
import styles from './source-tabs.module.css'

const templates = {
  markdown: '/templates/questions-template.md',
  json: '/templates/bulk-questions-template.json',
} as const

/** The ways in: Markdown or JSON pasted, or a file. Another way starts empty. */
export function SourceTabs({
  source,
  disabled,
  onChange,
}: {
  source: Source
  disabled: boolean
  onChange: (source: Source) => void
}) {
  const bulk = useBulkMessages()
  return (
    <LibraryLocale>
      <Tabs isDisabled={disabled} onSelectionChange={(_: Key) => onChange({ content: '' })}>
        <TabList aria-label={bulk.mode} className={tabs.list ?? ''}>
          <Tab id="markdown" className={tabs.tab ?? ''}>
            {bulk.markdown}
          </Tab>
          <Tab id="json" className={tabs.tab ?? ''}>
            {bulk.json}
          </Tab>
          <Tab id="file" className={tabs.tab ?? ''}>
            {bulk.file}
          </Tab>
        </TabList>
        {(['markdown', 'json'] as const).map((format) => (
          <TabPanel key={format} id={format} className={styles.panel ?? ''}>
            <TextAreaField
              label={format === 'json' ? bulk.jsonLabel : bulk.markdownLabel}
              code
              rows={12}
              spellCheck={false}
              disabled={disabled}
              value={source.content}
              onChange={(event) => onChange({ content: event.target.value, format })}
            />
            <a href={templates[format]} download className={styles.template}>
              <Download aria-hidden size={16} />
              {bulk.template}
            </a>
          </TabPanel>
        ))}
        <TabPanel id="file" className={styles.panel ?? ''}>
          <FileSource disabled={disabled} chosen={source.fileName} onChange={onChange} />
        </TabPanel>
      </Tabs>
    </LibraryLocale>
  )
}
