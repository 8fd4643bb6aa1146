import type { regradeReply } from '@rehearse/contracts'
import type { ReactNode } from 'react'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { useReportMessages } from './report-messages.ts'
import styles from './reports.module.css'

const figures = ['answers', 'learners', 'points', 'badges'] as const

/** What a regrade changes, or has changed so far, in four figures. */
export function RegradeEffect({
  reply: { version, keyVersion, changes },
  children,
}: {
  reply: Reply<typeof regradeReply>
  children: ReactNode
}) {
  const messages = useReportMessages()
  const format = useFormat()
  const heading = messages.regradeEffect(format.number(version), format.number(keyVersion))
  return (
    <section aria-label={heading} className={styles.effect}>
      <h3>{heading}</h3>
      {changes.answers === 0 ? (
        <p role="status">{messages.regradeNothing}</p>
      ) : (
        <div role="status">
          <Figures>
            {figures.map((figure) => (
              <Figure
                key={figure}
                label={messages.effect[figure]}
                value={figure === 'points' ? format.signed(changes.points) : format.number(changes[figure])}
              />
            ))}
          </Figures>
        </div>
      )}
      {children}
    </section>
  )
}
