import type { PlatformService } from '@rehearse/contracts'
import { keyboardScrollable } from '../../shared/ui/keyboard-scrollable.ts'
import styles from './platform.module.css'
import { usePlatformMessages } from './platform-messages.ts'

/** What each service is configured with; of a secret only that it is set. */
export function Configuration({ services }: { services: readonly PlatformService[] }) {
  const messages = usePlatformMessages()
  return (
    <section aria-labelledby="configuration" className={styles.section}>
      <header>
        <h2 id="configuration">{messages.configured}</h2>
        <p className={styles.quiet}>{messages.configuredLead}</p>
      </header>
      <div>
        {services
          .filter(({ settings }) => settings.length > 0)
          .map(({ name, settings }) => {
            const title = messages.services[name] ?? name
            return (
              <details key={name} className={styles.disclosure}>
                <summary>{title}</summary>
                <div className={styles.scroller} {...keyboardScrollable}>
                  <table aria-label={messages.shownOf(title)} className={styles.table}>
                    <thead>
                      <tr>
                        <th scope="col">{messages.setting}</th>
                        <th scope="col">{messages.value}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {settings.map((setting) => (
                        <tr key={setting.name}>
                          <th scope="row">
                            <code>{setting.name}</code>
                          </th>
                          <td>
                            {setting.value === null ? (
                              <span className={styles.quiet}>
                                {setting.isSet ? messages.isSet : messages.isNotSet}
                              </span>
                            ) : (
                              <code>{setting.value}</code>
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </details>
            )
          })}
      </div>
    </section>
  )
}
