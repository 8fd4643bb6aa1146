import { useEffect, useRef } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { RUN_LENGTH } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import styles from './run-end.module.css'
import type { Tally } from './tally.ts'

/** After the last question: what the run brought, and three ways on. */
export function RunEnd({ tally, onAgain }: { tally: Tally; onAgain: () => void }) {
  const { practice } = useMessages()
  const format = useFormat()
  const session = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby="run-end">
      <h1 id="run-end" ref={heading} tabIndex={-1}>
        {practice.endTitle}
      </h1>
      <p className={styles.text}>
        {tally.answered === 0
          ? practice.endNone
          : practice.endText(format.number(tally.answered), format.number(tally.right))}
      </p>
      {tally.answered > 0 && (
        <Figures>
          <Figure
            label={practice.rightCount}
            value={format.percent((tally.right / tally.answered) * 100)}
            line={practice.position(format.number(tally.right), format.number(tally.answered))}
          />
          {session && <Figure label={practice.pointsCount} value={format.signed(tally.points)} lit />}
          <Figure label={practice.time} value={format.stopwatch(tally.timeSpent)} />
        </Figures>
      )}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onAgain}>
          {practice.again(RUN_LENGTH)}
        </Button>
        <ButtonLink to="/learning-paths">{practice.toPaths}</ButtonLink>
        <ButtonLink to="/dashboard" variant="ghost">
          {practice.toDashboard}
        </ButtonLink>
      </div>
    </section>
  )
}
