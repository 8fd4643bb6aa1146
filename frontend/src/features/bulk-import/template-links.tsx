import { Download } from 'lucide-react'
import { useBulkMessages } from './bulk-messages.ts'
import type { TextMode } from './sources.ts'
import styles from './text-source.module.css'

const templates = {
  json: '/templates/bulk-questions-template.json',
  markdown: '/templates/questions-template.md',
  gift: '/templates/questions-template.gift',
  aiken: '/templates/questions-template.aiken',
  'moodle-xml': '/templates/questions-template.xml',
} as const

/** A file to begin with, in the format at hand or in every one; each can be imported as it is. */
export function TemplateLinks({ mode }: { mode: TextMode }) {
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
