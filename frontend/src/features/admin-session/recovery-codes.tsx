import { Download } from 'lucide-react'
import { saveFile } from '../../shared/admin/save-file.ts'
import { Button } from '../../shared/ui/button.tsx'
import styles from './account.module.css'
import { useAdminAccountMessages } from './account-messages.ts'
import { CopyButton } from './copy-button.tsx'

/** The only time that recovery codes are shown. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const messages = useAdminAccountMessages()
  const text = codes.join('\n')
  const download = () =>
    saveFile(
      new Blob([`${messages.fileLead}\n\n${text}\n`], { type: 'text/plain;charset=utf-8' }),
      'rehearse-recovery-codes.txt',
    )
  return (
    <section aria-labelledby="recovery-codes" className={styles.content}>
      <h3 id="recovery-codes" tabIndex={-1} ref={(heading) => heading?.focus()}>
        {messages.recoveryTitle}
      </h3>
      <p>{messages.recoveryLead}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label={messages.copy} />
        <Button size="small" onClick={download}>
          <Download aria-hidden size={16} />
          {messages.download}
        </Button>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onSaved}>
          {messages.saved}
        </Button>
      </div>
    </section>
  )
}
