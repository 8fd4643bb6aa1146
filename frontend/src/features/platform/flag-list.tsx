import type { PlatformService } from '@rehearse/contracts'
import { Tag } from '../../shared/ui/tag.tsx'
import { flagsOf } from './flags.ts'
import styles from './platform.module.css'
import { usePlatformMessages } from './platform-messages.ts'

/** What the configuration switches on. */
export function FlagList({ services }: { services: readonly PlatformService[] }) {
  const messages = usePlatformMessages()
  const flags = Object.entries(flagsOf(services)) as [keyof typeof messages.flag, boolean][]
  return (
    <section aria-labelledby="flags" className={styles.section}>
      <header>
        <h2 id="flags">{messages.flags}</h2>
        <p className={styles.quiet}>{messages.flagsLead}</p>
      </header>
      <ul className={`plain-list ${styles.flags}`}>
        {flags.map(([name, isOn]) => (
          <li key={name}>
            <span>{messages.flag[name]}</span>
            <Tag tone={isOn ? 'ok' : 'quiet'}>{isOn ? messages.on : messages.off}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}
