import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { BulkAdd } from './bulk-add.tsx'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './messages.ts'

/** As a page of its own. */
export function BulkImportPage() {
  const bulk = useBulkMessages()
  return (
    <Page title={bulk.title} lead={bulk.lead}>
      <BulkAdd />
    </Page>
  )
}

/** As a part of a page, which can be closed again. */
export function BulkImportPanel({ onClose }: { onClose: () => void }) {
  const bulk = useBulkMessages()
  const { common } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="bulk-import" className={styles.panel}>
      <header className={styles.header}>
        <h2 id="bulk-import" ref={heading} tabIndex={-1}>
          {bulk.title}
        </h2>
        <IconButton icon={X} label={common.close} onClick={onClose} />
      </header>
      <BulkAdd />
    </section>
  )
}
